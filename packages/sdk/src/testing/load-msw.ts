// tsup.config.ts replaces this file by load-msw-cjs.ts in CommonJS.

import type * as Msw from 'msw'
import { MSW_IS_MISSING } from './msw-is-missing.ts'

interface NodeProcess {
  getBuiltinModule?: (name: 'module') => { createRequire: (file: string) => (name: string) => unknown }
  cwd: () => string
}

/**
 * Loads msw, an optional peer dependency, when it is used. Loads it synchronously, because the getter `handlers` cannot
 * await an `import()`, and a top-level `await` cannot be bundled as CommonJS.
 */
export function loadMsw(): typeof Msw {
  const { process } = globalThis as { process?: NodeProcess }
  const module = process?.getBuiltinModule?.('module')
  if (!module) throw new Error('This runtime cannot load msw by itself: pass its `http` to service.handlersFor.')
  try {
    // A bundler of the partner that outputs CommonJS may leave `import.meta.url` undefined.
    const { url = `${process!.cwd()}/package.json` } = import.meta as { url?: string }
    return module.createRequire(url)('msw') as typeof Msw
  } catch (cause) {
    throw new Error(MSW_IS_MISSING, { cause })
  }
}
