import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { createDemoPartner, demoFileIn } from './demo/demo-partner.ts'
import type { DemoSignIns } from './demo/welcome.ts'
import { listenForMetrics } from './observability/listen-for-metrics.ts'
import { logStatements } from './logging/statement-log.ts'
import { Metrics } from './observability/metrics.ts'
import { migrateOnceReachable } from './migrate-once-reachable.ts'
import { Argon2PasswordHasher } from './authentication/argon2-password-hasher.ts'
import { checkDataDirectory, checkEnvironment } from './check-environment.ts'
import { startDeliveries } from './start-deliveries.ts'
import { keepPageFiles } from './static/keep-page-files.ts'
import { startPeriodCounter } from './background/period-counter.ts'
import { startRetention } from './background/retention-worker.ts'
import { loadKeys } from './settings/data-directory.ts'
import type { Settings } from './settings/settings.ts'
import type { Tracing } from './observability/open-telemetry.ts'
import { type Observation, wireService } from './wire-service.ts'

export interface RunningService extends DemoSignIns {
  /** Drains, then closes everything. */
  stop(): Promise<void>
}

interface StartOptions {
  tracing?: Tracing | undefined
  /** Returns the number of log lines that could not be written. */
  countDroppedLines?: () => number
  /** Tests pass a function that opens a database in memory. */
  open?: typeof openDatabase
}

/**
 * Starts the service. If that fails, closes everything that was opened.
 *
 * @throws SettingsError when a port is in use, a host is invalid, or the data directory cannot be written
 * @throws DatabaseStartError when the database cannot be used
 */
export async function startService(
  settings: Settings,
  logger: Logger,
  { tracing, countDroppedLines, open = openDatabase }: StartOptions = {},
): Promise<RunningService> {
  await checkEnvironment(settings)
  for (const warning of settings.warnings) logger.warn(warning)
  const keys = await loadKeys(settings, logger)
  const observation: Observation = { metrics: new Metrics(settings.version), tracing }
  if (countDroppedLines) observation.metrics.watchLog(countDroppedLines)
  if (tracing) observation.metrics.watchTraces(() => tracing.losses.count)
  // The only hasher of the process, because each limits only its own concurrent hashes.
  const passwords = new Argon2PasswordHasher()
  const { listener } = settings.metrics
  /** Functions that close what has been opened, the latest first. */
  const closeFunctions: (() => unknown)[] = []
  try {
    const metricsServer = listener && (await listenForMetrics(listener, observation.metrics, logger))
    closeFunctions.unshift(() => metricsServer?.close())
    const database = await open(settings.database, keys.dataSealingKeys, statementObserver(logger, tracing))
    closeFunctions.unshift(() => database.close())
    await migrateOnceReachable(database, settings.databaseStartTimeoutMs, logger)
    const { stores, transact, newId } = database
    const demo = { stores, transact, passwords, newId }
    const created = settings.production ? undefined : await createDemoPartner(demo, settings.dataDirectory, logger)
    const app = await wireService({ settings, keys, database, passwords, logger, ...observation })
    closeFunctions.unshift(() => app.close())
    const { host, port, frontAddress } = settings
    // Behind a front address, Vite serves the pages.
    const stopKeepingFiles = frontAddress === undefined ? await keepPageFiles(database.pageFiles, logger) : undefined
    closeFunctions.unshift(() => stopKeepingFiles?.())
    const listenTextResolver = (address: string) => `Server listening at ${frontAddress ?? address}`
    await app.listen({ host, port, listenTextResolver })
    const deliveries = startDeliveries(settings, database, logger, observation)
    const stopRetention = startRetention({
      database,
      periods: settings.retention,
      logger,
      onDeleted: observation.metrics.countDeleted,
      onAllDeleted: observation.metrics.setRetentionRun,
      onResealed: observation.metrics.setSealedByOtherKeys,
    })
    const stopPeriodCounter = startPeriodCounter(database, logger)
    const demoFile = demoFileIn(settings.dataDirectory)
    return {
      created,
      demoFile: existsSync(demoFile) ? demoFile : undefined,
      async stop() {
        app.drain()
        stopKeepingFiles?.()
        await wait(settings.shutdownDrainSeconds * 1000)
        await Promise.all([app.close(), deliveries.stop(), stopRetention(), stopPeriodCounter()])
        await database.close()
        await metricsServer?.close()
      },
    }
  } catch (error) {
    for (const close of closeFunctions) await close()
    throw error
  }
}

/** Logs statements at the level `debug`, and traces them if tracing is on. */
const statementObserver = (logger: Logger, tracing: Tracing | undefined) =>
  logger.isLevelEnabled('debug') ? logStatements(logger, tracing?.traceStatement) : tracing?.traceStatement

/**
 * Applies the migrations, and logs their names or that there is nothing to migrate.
 *
 * @param open see `StartOptions`
 */
export async function migrateDatabase(settings: Settings, logger: Logger, open = openDatabase): Promise<void> {
  await checkDataDirectory(settings)
  const { dataSealingKeys } = await loadKeys(settings, logger)
  const database = await open(settings.database, dataSealingKeys)
  try {
    const applied = await migrateOnceReachable(database, settings.databaseStartTimeoutMs, logger)
    if (applied.length === 0) logger.info('nothing to migrate')
  } finally {
    await database.close()
  }
}
