/** Runs the service of `pnpm dev` from its sources, behind the server in `main.ts`. `standby.ts` loads it. */
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { REST_BASE_PATH } from '@partner-accounts/api'
import { DatabaseStartError } from '@partner-accounts/db'
import { welcomeText } from '../src/demo/welcome.ts'
import { openInspector } from '../src/inspector.ts'
import { LogDestination } from '../src/logging/log-destination.ts'
import { createLogger } from '../src/logging/logger.ts'
import { startOpenTelemetry } from '../src/observability/open-telemetry.ts'
import { loadSettings, type Settings, SettingsError } from '../src/settings/settings.ts'
import { startService } from '../src/start-service.ts'
import { readPackedSdk, sdkToInstall } from '../src/static/packed-sdk.ts'
import { GALLERY_PATH, INVALID_SETTINGS, type Loaded, type Ready, type Start } from './messages.ts'

const LOOPBACK = '127.0.0.1'

const settings = settingsOrExit()
const tracing = settings.tracing && (await startOpenTelemetry(settings.tracing))
const log = new LogDestination()
const logger = createLogger(settings.logLevel, settings.logFormat, log, tracing && (() => tracing.ids()))
if (tracing) tracing.losses.logger = logger
const { host, port, publicUrl, productName, trustedProxies } = settings
const names = {
  productName,
  sdkName: sdkToInstall(settings, readPackedSdk()).name,
  supportUrl: settings.help.supportUrl,
}
report({ kind: 'loaded', host, port, publicUrl, ...names, hasTrustedProxies: trustedProxies.length > 0 })

const [start] = (await once(process, 'message')) as [Start]
// The port of the debugger is free now, because the previous process has ended.
openInspector(process.argv)
try {
  const urlHost = isIPv6(host) ? `[${host}]` : host
  const behindPages = {
    host: LOOPBACK,
    port: start.port,
    trustedProxies: [...trustedProxies, LOOPBACK],
    frontAddress: `http://${urlHost}:${port}`,
  }
  const service = await startService({ ...settings, ...behindPages }, logger, { tracing })
  process.once('SIGTERM', () => {
    void service.stop().then(async () => {
      await tracing?.close()
      await log.flush()
      process.exit()
    })
  })
  await log.flush()
  process.stdout.write(
    `${welcomeText(service, settings).trimEnd()}\nGallery:           ${publicUrl}${GALLERY_PATH}\n\n`,
  )
  report({ kind: 'ready' })
  logger.info({ version: settings.version, baseUrl: `${publicUrl}${REST_BASE_PATH}` }, 'ready')
  await log.flush()
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseStartError) process.stderr.write(`${error.message}\n`)
  else logger.fatal({ err: error }, 'the service could not start')
  await log.flush()
  process.exit(error instanceof SettingsError ? INVALID_SETTINGS : 1)
}

function settingsOrExit(): Settings {
  try {
    const loaded = loadSettings()
    if (loaded.production) throw new SettingsError(['NODE_ENV must not be production for pnpm dev: run pnpm start'])
    return loaded
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(INVALID_SETTINGS)
  }
}

function report(message: Loaded | Ready): void {
  process.send?.(message)
}
