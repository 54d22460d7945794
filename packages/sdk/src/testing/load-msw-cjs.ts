import type * as msw from 'msw'
import { MSW_IS_MISSING } from './msw-is-missing.ts'

declare const require: (name: string) => unknown

/** Loads msw in the CommonJS build, by a `require` that bundlers and Jest recognize. */
export function loadMsw(): typeof msw {
  try {
    return require('msw') as typeof msw
  } catch (cause) {
    throw new Error(MSW_IS_MISSING, { cause })
  }
}
