import { constants } from 'node:os'
import { REST_BASE_PATH } from '@partner-accounts/api'
import { DatabaseStartError } from '@partner-accounts/db'
import closeWithGrace from 'close-with-grace'
import { openInspector } from './inspector.ts'
import { LogDestination } from './logging/log-destination.ts'
import { createLogger } from './logging/logger.ts'
import { welcomeText } from './demo/welcome.ts'
import { loadSettings, type Settings, SettingsError } from './settings/settings.ts'
import { migrateDatabase, type RunningService, startService } from './start-service.ts'

/** Time to stop after the drain: 5 s for requests, the rest for database connections. */
const STOP_TIMEOUT_MS = 8_000
/** Added to the number of a signal, as shells do. */
const SIGNAL_EXIT_CODE = 128

/**
 * Permits only the owner to access new files. Replaces an inherited mask such as 0777, which would also exclude the
 * owner.
 */
const OWNER_ONLY_MASK = 0o077

process.umask(OWNER_ONLY_MASK)
const settings = settingsOrExit()
const tracing =
  settings.tracing && (await (await import('./observability/open-telemetry.ts')).startOpenTelemetry(settings.tracing))
const log = new LogDestination()
const logger = createLogger(settings.logLevel, settings.logFormat, log, tracing && (() => tracing.ids()))
if (tracing) tracing.losses.logger = logger
log.onRecovered = (droppedLines) =>
  logger.warn({ droppedLines }, 'log lines were dropped, because they could not be written')
// Without a listener, the process would end if the disk is full or nobody reads standard error.
process.stderr.on('error', () => {})

// Without a listener, Node would open a debugger on SIGUSR1.
if (settings.production) process.on('SIGUSR1', () => logger.warn('SIGUSR1 is ignored'))
else openInspector(process.argv)

let service: RunningService | undefined
// Installed before the start, because process 1 of a container ignores signals without a listener.
const { uninstall } = stopOnSignal()
try {
  if (process.argv[2] === 'migrate') {
    await migrateDatabase(settings, logger)
    uninstall()
  } else await serve()
  await log.flush()
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseStartError) process.stderr.write(`${error.message}\n`)
  else logger.fatal({ err: error }, 'the service could not start')
  await log.flush()
  // Exits without waiting for a rejected database connection, which may stay open for a minute.
  process.exit(1)
}

async function serve(): Promise<void> {
  service = await startService(settings, logger, { tracing, countDroppedLines: () => log.droppedLines })
  await log.flush()
  if (!settings.production) process.stdout.write(welcomeText(service, settings))
  logger.info({ version: settings.version, baseUrl: `${settings.publicUrl}${REST_BASE_PATH}` }, 'ready')
}

function settingsOrExit(): Settings {
  try {
    return loadSettings()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

function stopOnSignal() {
  const options = {
    delay: settings.shutdownDrainSeconds * 1000 + STOP_TIMEOUT_MS,
    logger,
    skip: ['SIGTERM' as const],
    onTimeout: () => logger.error('could not stop in time'),
  }
  let isStopping = false
  const { close, uninstall } = closeWithGrace(options, async ({ signal = 'SIGTERM', err }) => {
    isStopping = true
    if (err) logger.fatal({ err }, 'unexpected error')
    logger.info({ signal: err ? undefined : signal }, 'stopping')
    const isStarted = service !== undefined
    await service?.stop()
    await tracing?.close()
    logger.info('stopped')
    await log.flush()
    // Reports an interrupted start or migration as a failure.
    if (!isStarted && !err) process.exit(SIGNAL_EXIT_CODE + constants.signals[signal])
  })
  // Supervisors may repeat SIGTERM, which must not shorten the drain. A second Ctrl-C does.
  process.on('SIGTERM', () => {
    if (!isStopping) close()
  })
  return { uninstall }
}
