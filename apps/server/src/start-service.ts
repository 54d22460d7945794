import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createIdGenerator } from '@partner-accounts/core'
import { type Database, openDatabase } from '@partner-accounts/db'
import type { Logger } from 'pino'
import { createDemoPartner, demoFileIn } from './demo/demo-partner.ts'
import type { DemoSignIns } from './demo/welcome.ts'
import { listenForMetrics } from './observability/listen-for-metrics.ts'
import { Metrics } from './observability/metrics.ts'
import { createMailTransport } from './mail/create-mail-transport.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { startWebhookWorker } from './webhooks/webhook-worker.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { migrateOnceReachable } from './migrate-once-reachable.ts'
import { Argon2PasswordHasher } from './passwords/argon2-password-hasher.ts'
import { checkDataDirectory, checkEnvironment } from './check-environment.ts'
import { startRetention } from './retention/retention-worker.ts'
import { loadKeys } from './settings/data-directory.ts'
import type { Settings } from './settings/settings.ts'
import type { Tracing } from './observability/open-telemetry.ts'
import { type Observation, wireService } from './wire-service.ts'

/** As for requests. Another instance repeats slower deliveries. */
const DELIVERY_STOP_TIMEOUT_MS = 5_000

export interface RunningService extends DemoSignIns {
  /** Drains, then closes everything. */
  stop(): Promise<void>
}

/**
 * Closes on failure whatever it opened.
 *
 * @throws SettingsError when an address is taken or the data directory cannot be written
 * @throws DatabaseStartError when the database cannot be used
 */
export async function startService(settings: Settings, logger: Logger, tracing?: Tracing): Promise<RunningService> {
  await checkEnvironment(settings)
  const keys = await loadKeys(settings, logger)
  const observation: Observation = { metrics: new Metrics(settings.version), tracing }
  // Limits the concurrency of the process.
  const passwords = new Argon2PasswordHasher()
  const { listener } = settings.metrics
  const metricsServer = listener && (await listenForMetrics(listener, observation.metrics, logger))
  const database = await openDatabase(settings.database, keys.dataSealingKeys, tracing?.traceStatement)
  try {
    await migrateOnceReachable(database, settings.databaseStartTimeoutMs, logger)
    const { stores, transact } = database
    const demo = { stores, transact, passwords, newId: createIdGenerator() }
    const created = settings.production ? undefined : await createDemoPartner(demo, settings.dataDirectory, logger)
    const app = await wireService(settings, keys, database, passwords, logger, observation)
    await app.listen({ host: settings.host, port: settings.port }).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    const mail = startMail(settings, database, logger, observation)
    const webhooks = startWebhookWorker({
      queue: database.webhookQueue,
      sender: new WebhookSender(settings.webhooks),
      logger,
      onAttempt: observation.metrics.countWebhookAttempt,
    })
    const stopRetention = startRetention({
      database,
      periods: settings.retention,
      logger,
      onDeleted: observation.metrics.countDeleted,
    })
    const demoFile = demoFileIn(settings.dataDirectory)
    return {
      created,
      demoFile: existsSync(demoFile) ? demoFile : undefined,
      async stop() {
        app.drain()
        await wait(settings.shutdownDrainSeconds * 1000)
        await Promise.all([app.close(), mail.stop(), stopWithin(webhooks.stop()), stopRetention()])
        await database.close()
        await metricsServer?.close()
      },
    }
  } catch (error) {
    await database.close()
    await metricsServer?.close()
    throw error
  }
}

export async function migrateDatabase(settings: Settings, logger: Logger): Promise<void> {
  await checkDataDirectory(settings)
  const { dataSealingKeys } = await loadKeys(settings, logger)
  const database = await openDatabase(settings.database, dataSealingKeys)
  try {
    await migrateOnceReachable(database, settings.databaseStartTimeoutMs, logger)
  } finally {
    await database.close()
  }
}

const stopWithin = (stopped: Promise<void>) =>
  Promise.race([stopped, wait(DELIVERY_STOP_TIMEOUT_MS, undefined, { ref: false })])

function startMail(settings: Settings, { mailQueue }: Database, logger: Logger, { metrics, tracing }: Observation) {
  const mails = createMailTransport(settings)
  const transport = tracing?.traceMails(mails) ?? mails
  const worker = createMailWorker({ queue: mailQueue, transport, logger, onAttempt: metrics.countMailAttempt })
  worker.start()
  return {
    async stop() {
      await stopWithin(worker.stop())
      transport.close()
    },
  }
}
