import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppRouter } from '@partner-accounts/api'
import { freePort, type StartedService, startService, untilReady } from '@partner-accounts/local-servers'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'
import { sampleAccount } from './sample-account.ts'

const SERVICE = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const INTERNAL_KEY = 'portal-tests-0123456789-0123456789-0123456789'
const WAIT_MS = 15_000

export const PASSWORD = 'correct horse battery staple'

/** A portal user who can sign in, of a partner of its own. */
export interface PortalUser {
  id: string
  partnerId: string
  email: string
  /** A partner token. */
  token: string
}

/** The built service, as a process of its own on an empty data directory. */
export class PortalService {
  readonly origin: string
  /** What internal applications may do. */
  readonly internal: TRPCClient<AppRouter>['internal']
  /** Of the administrator of the latest account that was added. */
  latestEmail = ''
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-portal-'))
  readonly #environment: Record<string, string>
  #running: StartedService | undefined
  #users = 0

  private constructor(port: number, settings: Record<string, string>) {
    this.origin = `http://127.0.0.1:${port}`
    this.internal = this.#client(INTERNAL_KEY).internal
    this.#environment = {
      PORT: String(port),
      DATA_DIR: this.#folder,
      PUBLIC_URL: this.origin,
      INTERNAL_API_KEY: INTERNAL_KEY,
      RATE_LIMIT_REQUESTS: '1000000',
      ...settings,
    }
  }

  /** @param settings environment variables; the rate limit is out of the way by default */
  static async start(settings: Record<string, string> = {}): Promise<PortalService> {
    const service = new PortalService(await freePort(), settings)
    await service.#run()
    return service
  }

  /** Ends it, and starts it again on the same data, when so many days have gone by. */
  async restart({ daysLater }: { daysLater: number }): Promise<void> {
    await this.#end()
    const clock = `const Real = Date; const gone = ${daysLater * 86_400_000}
      globalThis.Date = class extends Real {
        constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + gone) }
        static now() { return Real.now() + gone }
      }`
    await this.#run({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` })
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Invites a user to a new partner, or to one that is there. @returns the path of the e-mailed link */
  async invite(
    changes: { name?: string; partnerId?: string; permissions?: ('accounts:read' | 'accounts:create')[] } = {},
  ) {
    const { name = 'Ana Souza', permissions = ['accounts:read', 'accounts:create'] } = changes
    const partner_id = changes.partnerId ?? (await this.internal.partners.create.mutate({ name: 'Revenda Estrela' })).id
    const email = `ana.${++this.#users}@revenda.example`
    const { id } = await this.internal.portalUsers.invite.mutate({ partner_id, email, name, permissions })
    return { id, partnerId: partner_id, email, link: await this.linkTo(email) }
  }

  /** A user who has followed their link. */
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

  /** Calls as a portal user. */
  accountsOf({ token }: PortalUser) {
    return this.#client(token).accounts
  }

  /** Creates as many accounts, the last one the newest. */
  async addAccounts(user: PortalUser, names: readonly string[]) {
    const created = []
    for (const name of names) {
      const account = sampleAccount(name)
      this.latestEmail = account.email
      created.push(await this.accountsOf(user).create.mutate(account))
    }
    return created
  }

  /** The path of the latest activation link that was mailed to this address. */
  async linkTo(recipient: string): Promise<string> {
    const deadline = Date.now() + WAIT_MS
    for (;;) {
      const links = readMails(path.join(this.#folder, 'mail'))
        .filter((mail) => mail.includes(recipient))
        .flatMap((mail) => /\/activate\?token=[\w-]+/.exec(mail) ?? [])
      const latest = links.at(-1)
      if (latest !== undefined) return latest
      if (Date.now() > deadline) throw new Error(`no mail with a link for ${recipient}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  #run(environment: Record<string, string> = {}): Promise<void> {
    this.#running = startService(SERVICE, this.#folder, { ...this.#environment, ...environment })
    return untilReady(this.#running)
  }

  async #end(): Promise<void> {
    this.#running?.process.kill('SIGKILL')
    await this.#running?.ended
  }

  #client(key?: string) {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${this.origin}/trpc`, headers })] })
  }
}

/** In the order in which they were sent, with lines that were too long for a mail put together again. */
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
