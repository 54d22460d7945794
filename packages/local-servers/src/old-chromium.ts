import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { oncePerRun } from './once-per-run.ts'

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
  const { executablePath } = load('@sparticuz/chromium') as Package
  // The package unpacks the program for all processes. Others must not start it before it is complete.
  await oncePerRun('chromium-109', async (folder) => {
    await executablePath()
    // `oncePerRun` requires a folder, which stays empty.
    mkdirSync(folder)
  })
  return { executablePath: await executablePath() }
}
