import { fileURLToPath } from 'node:url'
import { type StartedService, startService } from '@partner-accounts/local-servers'
import { createDataDirectory } from '@partner-accounts/local-servers/data-directory'

export { freePort, type StartedService, untilReady } from '@partner-accounts/local-servers'

export const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Starts the built service, `dist/main.js`, as a process. */
export const startBuiltService = (folder: string, environment: Record<string, string>): StartedService =>
  startService(MAIN, folder, environment)

/** Creates a data directory as the first start leaves it. */
export const createData = (directory: string): Promise<void> => createDataDirectory(MAIN, directory)
