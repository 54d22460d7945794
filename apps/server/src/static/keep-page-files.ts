import type { PageFiles } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'
import { type AppName, readBuild } from './read-build.ts'

const INTERVAL_MS = 3_600_000
const APPS: readonly AppName[] = ['portal', 'console']

/**
 * Keeps the files of this build's pages in the database, now and hourly. Pages of this build stay open during and after an
 * upgrade, and request these files from instances of other builds.
 *
 * @param read reads the build of an app
 * @returns a function that stops the hourly repetition
 */
export async function keepPageFiles(pageFiles: PageFiles, logger: Logger, read = readBuild): Promise<() => void> {
  const keep = async () => {
    for (const app of APPS) {
      const build = await read(app)
      if (build) await pageFiles.keep(app, build.files)
    }
  }
  const keepOrWarn = () =>
    keep().catch((error: unknown) => {
      logger.warn({ reason: errorCode(error) }, 'files of pages not kept: pages of this version may have to load again')
    })
  await keepOrWarn()
  const timer = setInterval(() => void keepOrWarn(), INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
