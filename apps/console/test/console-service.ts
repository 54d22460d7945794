import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { createPartnerAccountsClient, type PartnerAccountsClient } from '@partner-accounts/client'
import {
  freePort,
  type PostgresServer,
  type StartedService,
  startPostgres,
  startService,
  untilReady,
} from '@partner-accounts/local-servers'
import { sampleAccount } from '@partner-accounts/rules'
import { MailServer } from './mail-server.ts'

const SERVICE = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const INTERNAL_KEY = 'console-tests-0123456789-0123456789-0123456789'
export const PASSWORD = 'correct horse battery staple'

const RETRY_DELAY_MS = 500

export type Role = 'viewer' | 'support' | 'admin'

/** The built service in a separate process, on PostgreSQL and with a mail server. */
export class ConsoleService {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-console-'))
  #running: StartedService | undefined
  readonly programs: string
  readonly origin: string
  readonly mails: MailServer
  readonly postgres: PostgresServer

  private constructor(programs: string, origin: string, mails: MailServer, postgres: PostgresServer) {
    this.programs = programs
    this.origin = origin
    this.mails = mails
    this.postgres = postgres
  }

  /** @param programs the folder of PostgreSQL's programs */
  static async start(programs: string, settings: Record<string, string> = {}): Promise<ConsoleService> {
    const [postgres, mails, port] = await Promise.all([startPostgres(programs), MailServer.start(), freePort()])
    const service = new ConsoleService(programs, `http://127.0.0.1:${port}`, mails, postgres)
    service.#running = service.#startProcess(service.origin, settings)
    await untilReady(service.#running)
    return service
  }

  #startProcess(origin: string, settings: Record<string, string>): StartedService {
    return startService(SERVICE, this.#folder, {
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      DATA_DIR: this.#folder,
      DATABASE_URL: this.postgres.url,
      INTERNAL_API_KEY: INTERNAL_KEY,
      SMTP_URL: this.mails.url,
      MAIL_FROM: 'contas@servico.example',
      ...settings,
    })
  }

  /** Starts a second instance of the service on the same database, so that the sessions of the first are valid. */
  async startSecondInstance(): Promise<{ origin: string; stop: () => Promise<unknown> }> {
    const origin = `http://127.0.0.1:${await freePort()}`
    const running = this.#startProcess(origin, {})
    await untilReady(running)
    const stop = () => {
      running.process.kill('SIGKILL')
      return running.ended
    }
    return { origin, stop }
  }

  async stop(): Promise<void> {
    this.#running?.process.kill('SIGKILL')
    await this.#running?.ended
    await Promise.all([this.postgres.stop(), this.mails.stop()])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Calls procedures as an internal application, which may do everything. */
  get internal(): PartnerAccountsClient['internal'] {
    return this.client(INTERNAL_KEY).internal
  }

  client(key?: string): PartnerAccountsClient {
    return createPartnerAccountsClient({
      url: `${this.origin}/trpc`,
      key,
      batch: false,
      // On a busy machine, the service may respond with 503, and has changed nothing. Retries such calls.
      async intercept(send) {
        for (;;) {
          const response = await send()
          if (response.status !== 503) return response
          await delay(RETRY_DELAY_MS)
        }
      },
    })
  }

  /** Executes a statement in the service's database. */
  runSql(statement: string): void {
    execFileSync(path.join(this.programs, 'psql'), [this.postgres.url, '--quiet', '--command', statement])
  }

  /** Returns a one-time link into the console. */
  async createLink(role: Role): Promise<string> {
    return (await this.internal.console.createLink.mutate({ role, email: `${role}@empresa.example` })).url
  }

  /**
   * Adds a portal user who can sign in, to a new partner.
   *
   * @param testOf id of the live partner of which the new one is the test partner
   * @returns the user, and calls of `accounts` as this user
   */
  async addUser(partner: string, email: string, name: string, testOf?: string) {
    const { id: partnerId } = await this.internal.partners.create.mutate({ name: partner, testOf })
    const { id } = await this.internal.portalUsers.invite.mutate({ partnerId, email, name })
    const token = testOf === undefined ? await this.mails.tokenFor(email) : await this.#tokenOfKeptMail(email)
    await this.client().activation.activate.mutate({ token, password: PASSWORD })
    const session = await this.client().tokens.create.mutate({ email, password: PASSWORD })
    return { id, partnerId, email, accounts: this.client(session.token).accounts }
  }

  /** Returns the token of a link to a user of a test partner, whose mails are kept and not sent. */
  async #tokenOfKeptMail(recipient: string): Promise<string> {
    const [mail] = (await this.internal.mails.list.query({ recipient })).items
    const { text } = await this.internal.mails.get.query({ id: mail!.id })
    return new URL(/https?:\S+token=\S+/.exec(text)![0]).searchParams.get('token')!
  }
}

const CONCURRENT_CALLS = 8

/** Calls `task` with the numbers from 0 to `count - 1`, a few concurrently. */
export async function repeatConcurrently(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) {
      const index = next
      next += 1
      await task(index)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work))
}

/** Returns an account whose CNPJ and administrator's e-mail contain a number. */
export const numberedAccount = (index: number, name: string) =>
  sampleAccount({
    full_name: `Administradora ${index}`,
    email: `administradora.${index}@cliente.example`,
    company_doc: { name, trade_name: name, cnpj: `${String(index).padStart(8, '0')}000195` },
  })
