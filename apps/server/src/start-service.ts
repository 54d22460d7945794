import path from 'node:path'
import { REST_BASE_PATH } from '@partner-accounts/api'
import { createIdGenerator, type PasswordHasher } from '@partner-accounts/core'
import { type Database, openDatabase } from '@partner-accounts/db'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createDemoPartner, type DemoSignIn } from './demo/demo-partner.ts'
import { createMailTransport } from './mail/create-mail-transport.ts'
import { MailWorker } from './mail/mail-worker.ts'
import { migrateOnceReachable } from './migrate-once-reachable.ts'
import { Argon2PasswordHasher } from './passwords/argon2-password-hasher.ts'
import { PORTAL_PATH } from './partner-portal/portal-plugin.ts'
import { loadKeys } from './settings/data-directory.ts'
import type { Settings } from './settings/settings.ts'
import { wireService } from './wire-service.ts'

/** A service that listens. */
export interface RunningService {
  /** `{base_url}` of the specified interface. */
  baseUrl: string
  /** Where portal users sign in with a browser. */
  portalUrl: string
  /** How the demo users sign in, at the first start alone. */
  demo: DemoSignIn[] | undefined
  /** Answers what is under way, then lets go of everything. */
  stop(): Promise<void>
}

/**
 * Brings up everything, in the order in which it depends on each other, and listens.
 *
 * @throws Error when something that is needed cannot be had; what was opened before is closed again
 */
export async function startService(settings: Settings, logger: Logger): Promise<RunningService> {
  const keys = await loadKeys(settings)
  // One gate for all that is hashed in this process.
  const passwords = new Argon2PasswordHasher()
  const database = await openDatabase(settings.database, keys.dataSealingKey)
  try {
    const migrations = await migrateOnceReachable(database, settings.databaseStartTimeoutMs, logger)
    for (const name of migrations) logger.info({ migration: name }, 'migration applied')
    const demo = settings.production ? undefined : await createDemo(database, passwords, settings.dataDirectory)
    const app = await wireService(settings, keys, database, passwords, logger)
    await listen(app, settings)
    const mail = startMail(settings, database, logger)
    return {
      baseUrl: `${settings.publicUrl}${REST_BASE_PATH}`,
      portalUrl: `${settings.publicUrl}${PORTAL_PATH}`,
      demo,
      async stop() {
        await app.close()
        await mail.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** An app that cannot listen lets go of its connections. */
async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Delivers what is queued. What is left when it stops waits in the database for the next start. */
function startMail({ mail, dataDirectory, publicUrl }: Settings, { mailDeliveries }: Database, logger: Logger) {
  const transport = createMailTransport({ ...mail, folder: path.join(dataDirectory, 'mail'), publicUrl })
  const worker = new MailWorker({ deliveries: mailDeliveries, transport, logger })
  worker.start()
  return {
    async stop() {
      await worker.stop()
      transport.close()
    },
  }
}

const createDemo = ({ stores, transact }: Database, passwords: PasswordHasher, dataDirectory: string) =>
  createDemoPartner({ stores, transact, passwords, newId: createIdGenerator() }, dataDirectory)
