import { createLogger } from './logging/logger.ts'
import { welcome } from './demo/welcome.ts'
import { loadSettings, type Settings, SettingsError } from './settings/settings.ts'
import { startService } from './start-service.ts'

const settings = settingsOrExit()
const logger = createLogger(settings.logLevel, process.stdout.isTTY && !settings.production)

try {
  const service = await startService(settings, logger)
  if (service.demo) process.stdout.write(welcome(service.demo, service.baseUrl, service.portalUrl))
  logger.info({ baseUrl: service.baseUrl }, 'ready')
  stopOnSignal(() => service.stop())
} catch (error) {
  logger.fatal({ err: error }, 'the service could not start')
  process.exitCode = 1
}

function settingsOrExit(): Settings {
  try {
    return loadSettings()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const fault of error.faults) process.stderr.write(`${fault}\n`)
    process.exit(1)
  }
}

/** The first signal stops in good order, a second one at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    logger.info({ signal }, 'stopping')
    stop().then(
      () => logger.info('stopped'),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop in good order')
        process.exitCode = 1
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
