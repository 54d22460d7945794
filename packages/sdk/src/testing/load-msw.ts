// tsup.config.ts replaces this file by load-msw-cjs.ts in CommonJS.

import type * as Msw from 'msw'

const msw: typeof Msw | undefined = await import('msw').catch(() => undefined)

/** @throws Error if msw, an optional peer dependency, is not installed */
export function loadMsw(): typeof Msw {
  if (!msw)
    throw new Error('handlers require msw: run npm install --save-dev msw, or pass service.fetch to the client.')
  return msw
}
