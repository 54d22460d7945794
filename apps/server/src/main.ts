import { REST_BASE_PATH } from '@partner-accounts/api'
import { DatabaseStartError } from '@partner-accounts/db'
import closeWithGrace from 'close-with-grace'
import { createLogger } from './logging/logger.ts'
import { welcomeText } from './demo/welcome.ts'
import { loadSettings, type Settings, SettingsError } from './settings/settings.ts'
import { migrateDatabase, type RunningService, startService } from './start-service.ts'

/** After the drain: requests get 5 s, database connections the rest. */
const STOP_TIMEOUT_MS = 8_000

const settings = settingsOrExit()
const tracing =
  settings.tracing && (await (await import('./observability/open-telemetry.ts')).openTelemetry(settings.tracing))
const logger = createLogger(settings.logLevel, settings.logFormat, tracing && (() => tracing.ids()))

try {
  if (process.argv[2] === 'migrate') await migrateDatabase(settings, logger)
  else await serve()
  logger.flush()
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseStartError) process.stderr.write(`${error.message}\n`)
  else logger.fatal({ err: error }, 'the service could not start')
  // A rejected connection may stay open for a minute.
  process.exit(1)
}

async function serve(): Promise<void> {
  const service = await startService(settings, logger, tracing)
  // Readers of `ready` may send a signal.
  stopOnSignal(service)
  logger.flush()
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

function stopOnSignal(service: RunningService): void {
  const options = {
    delay: settings.shutdownDrainSeconds * 1000 + STOP_TIMEOUT_MS,
    logger,
    onTimeout: () => logger.error('could not stop in time'),
  }
  closeWithGrace(options, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'unexpected error')
    logger.info({ signal }, 'stopping')
    await service.stop()
    await tracing?.close()
    logger.info('stopped')
  })
}
