import { cp } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { freePort } from './free-port.ts'
import { startService, untilReady } from './started-service.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** For files shared by test files. Deleted after the run. */
    sharedFolder: string
  }
}

/** Data directories to copy, by path of the built service. */
const firstStarts = new Map<string, Promise<string>>()

/**
 * Creates a data directory like the service's first start, with keys, demo users and a migrated database. Each test
 * worker runs that slow start once and copies its result.
 *
 * @param main path of the built file
 */
export async function createDataDirectory(main: string, directory: string): Promise<void> {
  const first = firstStarts.get(main) ?? runFirstStart(main)
  firstStarts.set(main, first)
  await cp(await first, directory, { recursive: true })
}

async function runFirstStart(main: string): Promise<string> {
  const folder = inject('sharedFolder')
  const data = path.join(folder, `data-of-worker-${process.pid}`)
  const service = startService(main, folder, { PORT: String(await freePort()), DATA_DIR: data })
  await untilReady(service)
  service.process.kill('SIGTERM')
  const exitCode = await service.ended
  if (exitCode !== 0) throw new Error(`the first start ended with ${exitCode}:\n${service.output()}`)
  return data
}
