import type * as msw from 'msw'

declare const require: (name: string) => unknown

/** For the CommonJS build, which has no top-level `await`. */
export const loadMsw = (): typeof msw => require('msw') as typeof msw
