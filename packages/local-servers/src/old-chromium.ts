import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface BrowserProgram {
  executablePath: string
}

interface Package {
  executablePath: () => Promise<string>
}

const RUNTIMES = fileURLToPath(new URL('../../../tools/runtimes/', import.meta.url))

/** Returns Chromium 109, the oldest supported one; `undefined` unless tools/runtimes is installed. */
export async function findOldChromium(): Promise<BrowserProgram | undefined> {
  const load = createRequire(RUNTIMES)
  try {
    load.resolve('@sparticuz/chromium')
  } catch {
    return undefined
  }
  return { executablePath: await (load('@sparticuz/chromium') as Package).executablePath() }
}
