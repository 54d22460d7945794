import type * as msw from 'msw'
import { MSW_IS_MISSING } from './msw-is-missing.ts'

declare const require: (name: string) => unknown

/** For the CommonJS build, so that bundlers and Jest find msw. */
export function loadMsw(): typeof msw {
  try {
    return require('msw') as typeof msw
  } catch (cause) {
    throw new Error(MSW_IS_MISSING, { cause })
  }
}
