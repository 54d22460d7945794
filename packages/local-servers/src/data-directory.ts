import { cp } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { oncePerRun } from './once-per-run.ts'
import { startService, untilReady } from './started-service.ts'

/**
 * Creates a data directory with keys, demo users and a migrated database. Starts the service once per test run, and copies
 * the directory that it created.
 *
 * @param main path of the built file
 */
export async function createDataDirectory(main: string, directory: string): Promise<void> {
  const first = await oncePerRun('first-start', (folder) => runFirstStart(main, folder))
  await cp(first, directory, { recursive: true })
}

async function runFirstStart(main: string, data: string): Promise<void> {
  const workingDirectory = path.dirname(data)
  const service = startService(main, workingDirectory, { PORT: String(await freePort()), DATA_DIR: data })
  await untilReady(service)
  service.process.kill('SIGTERM')
  const exitCode = await service.ended
  if (exitCode !== 0) throw new Error(`the first start ended with ${exitCode}:\n${service.output()}`)
}
