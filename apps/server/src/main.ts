import { createLogger } from './logging/logger.ts'
import { welcome } from './demo/welcome.ts'
import { loadSettings, type Settings, SettingsError } from './settings/settings.ts'
import { type RunningService, startService } from './start-service.ts'
import { openTracing } from './observability/open-tracing.ts'

/** From the end of the drain: what is under way has 5 s, the database connections what is left. */
const END_WITHIN_MS = 8_000

const settings = settingsOrExit()
const tracing = await openTracing(settings.tracing)
const logger = createLogger(
  settings.logLevel,
  process.stdout.isTTY && !settings.production,
  tracing && (() => tracing.ids()),
)

try {
  const service = await startService(settings, logger, tracing)
  if (service.demo) process.stdout.write(welcome(service.demo, service.baseUrl, service.portalUrl))
  logger.info({ baseUrl: service.baseUrl }, 'ready')
  logger.flush()
  stopOnSignal(service)
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

/** The first signal stops in good order and in time, a second one at once. */
function stopOnSignal(service: RunningService): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    logger.info({ signal }, 'stopping')
    endWithin(settings.shutdownDrainSeconds * 1000 + END_WITHIN_MS)
    void stop(service)
      .then(
        () => logger.info('stopped'),
        (error: unknown) => {
          logger.error({ err: error }, 'could not stop in good order')
          process.exitCode = 1
        },
      )
      // What is still open is given up: a mail server or a collector that does not answer.
      .finally(() => process.exit())
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

async function stop(service: RunningService): Promise<void> {
  await service.stop()
  await tracing?.close()
}

/** Whatever holds on to the process by then would hold on for ever. */
function endWithin(ms: number): void {
  setTimeout(() => {
    logger.error('could not stop in time')
    process.exit(1)
  }, ms).unref()
}
