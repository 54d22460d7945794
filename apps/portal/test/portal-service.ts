import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPartnerAccountsClient, type PartnerAccountsClient } from '@partner-accounts/client'
import { freePort, type StartedService, startService, untilReady } from '@partner-accounts/local-servers'
import { createDataDirectory } from '@partner-accounts/local-servers/data-directory'
import { sampleAccount } from './sample-account.ts'

const SERVICE = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const INTERNAL_KEY = 'portal-tests-0123456789-0123456789-0123456789'
const MAIL_TIMEOUT_MS = 60_000

export const PASSWORD = 'correct horse battery staple'

/** A portal user who can sign in, of a separate partner. */
export interface PortalUser {
  id: string
  partnerId: string
  email: string
  /** A partner token. */
  token: string
}

/** The built service, running as a separate process on a new data directory. */
export class PortalService {
  readonly origin: string
  /** The procedures of internal applications. */
  readonly internal: PartnerAccountsClient['internal']
  /** The administrator's e-mail of the account that was added last. */
  latestEmail = ''
  readonly #environment: Record<string, string>
  #running: StartedService | undefined
  #users = 0
  private readonly folder: string

  private constructor(folder: string, port: number, settings: Record<string, string>) {
    this.folder = folder

    this.origin = `http://127.0.0.1:${port}`
    this.internal = this.#client(INTERNAL_KEY).internal
    this.#environment = {
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_URL: this.origin,
      INTERNAL_API_KEY: INTERNAL_KEY,
      RATE_LIMIT_REQUESTS: '1000000',
      ...settings,
    }
  }

  /** @param settings environment variables; the rate limit is very high by default */
  static async start(settings: Record<string, string> = {}): Promise<PortalService> {
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-portal-'))
    await createDataDirectory(SERVICE, folder)
    const service = new PortalService(folder, await freePort(), settings)
    await service.#run()
    return service
  }

  /** Restarts the service on the same data, after a kill, with a clock that is days ahead. */
  async restart({ daysLater = 0, whileDown = async () => {} } = {}): Promise<void> {
    await this.#end()
    await whileDown()
    const clock = `const Real = Date; const offset = ${daysLater * 86_400_000}
      globalThis.Date = class extends Real {
        constructor(...values) { values.length > 0 ? super(...values) : super(Real.now() + offset) }
        static now() { return Real.now() + offset }
      }`
    await this.#run({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` })
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Invites a user to a new or existing partner. @returns the path of the e-mailed link */
  async invite(
    changes: {
      name?: string
      partnerId?: string
      permissions?: ('accounts:read' | 'accounts:create' | 'users:manage' | 'webhooks:manage')[]
    } = {},
  ) {
    const { name = 'Ana Souza', permissions = ['accounts:read', 'accounts:create'] } = changes
    const partnerId = changes.partnerId ?? (await this.internal.partners.create.mutate({ name: 'Revenda Estrela' })).id
    this.#users += 1
    const email = `ana.${this.#users}@revenda.example`
    const { id } = await this.internal.portalUsers.invite.mutate({ partnerId, email, name, permissions })
    return { id, partnerId, email, link: await this.linkTo(email) }
  }

  /** Adds a user and follows their activation link. */
  async addUser(changes?: Parameters<PortalService['invite']>[0]): Promise<PortalUser> {
    const { link, ...user } = await this.invite(changes)
    await this.follow(link)
    return { ...user, token: await this.signIn(user.email) }
  }

  async follow(link: string): Promise<void> {
    const token = new URL(link, this.origin).searchParams.get('token') ?? ''
    await this.#client().activation.activate.mutate({ token, password: PASSWORD })
  }

  async signIn(email: string): Promise<string> {
    return (await this.#client().tokens.create.mutate({ email, password: PASSWORD })).token
  }

  /** Returns the account procedures, called as a portal user. */
  accountsOf({ token }: PortalUser) {
    return this.#client(token).accounts
  }

  /** Creates an account for each name, in this order. */
  async addAccounts(user: PortalUser, names: readonly string[]) {
    const created = []
    for (const name of names) {
      const account = sampleAccount(name)
      this.latestEmail = account.email
      created.push(await this.accountsOf(user).create.mutate(account))
    }
    return created
  }

  /** Returns the path of the latest activation link that was mailed to an address. */
  async linkTo(recipient: string): Promise<string> {
    const deadline = Date.now() + MAIL_TIMEOUT_MS
    for (;;) {
      const links = readMails(path.join(this.folder, 'mail'))
        .filter((mail) => mail.includes(recipient))
        .flatMap((mail) => /\/activate\?token=[\w-]+/.exec(mail) ?? [])
      const latest = links.at(-1)
      if (latest !== undefined) return latest
      if (Date.now() > deadline) throw new Error(`no mail with a link for ${recipient}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  #run(environment: Record<string, string> = {}): Promise<void> {
    this.#running = startService(SERVICE, this.folder, { ...this.#environment, ...environment })
    return untilReady(this.#running)
  }

  async #end(): Promise<void> {
    this.#running?.process.kill('SIGKILL')
    await this.#running?.ended
  }

  #client(key?: string) {
    return createPartnerAccountsClient({ url: `${this.origin}/trpc`, key, batch: false })
  }
}

/** Returns the mails in the order in which they were sent, with their soft line breaks removed. */
function readMails(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .map((file) =>
        readFileSync(path.join(directory, file), 'utf8')
          .replace(/=\r?\n/g, '')
          .replaceAll('=3D', '='),
      )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
