import type * as msw from 'msw'

declare const require: (name: string) => unknown

/** Replaces load-msw.ts in the CommonJS build, which has no top-level `await`. */
export const loadMsw = (): typeof msw => require('msw') as typeof msw
