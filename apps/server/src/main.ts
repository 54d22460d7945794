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

/** After the drain: requests get 5 s, database connections the rest. */
const STOP_TIMEOUT_MS = 8_000
/** Added to the signal's number, as in shells. */
const SIGNAL_EXIT_CODE = 128

/** Files are readable for their owner only, and never unreadable for it, as with an inherited mask of 0777. */
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
// A full disk, or nobody who reads.
process.stderr.on('error', () => {})

// Node would open a debugger.
if (settings.production) process.on('SIGUSR1', () => logger.warn('SIGUSR1 is ignored'))
else openInspector(process.argv)

let service: RunningService | undefined
// Process 1 of a container would ignore signals until then.
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
  // A rejected connection may stay open for a minute.
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
    await service?.stop()
    await tracing?.close()
    logger.info('stopped')
    await log.flush()
    // An interrupted start or migration is no success.
    if (!service && !err) process.exit(SIGNAL_EXIT_CODE + constants.signals[signal])
  })
  // Supervisors may repeat it, which must not cut the drain short. A second Ctrl-C does.
  process.on('SIGTERM', () => {
    if (!isStopping) close()
  })
  return { uninstall }
}
