import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

/** An activated portal user, whose password is `PASSWORD`. */
export interface PortalUser {
  id: string
  partnerId: string
  email: string
}

/** The built service, running as a separate process on a new data directory. */
export class PortalService {
  readonly origin: string
  /** The procedures of internal applications. */
  readonly internal: PartnerAccountsClient['internal']
  /** The administrator's e-mail of the account that was added last. */
  latestAdministratorEmail = ''
  readonly #folder: string
  readonly #environment: Record<string, string>
  #running: StartedService | undefined
  #users = 0
  /** Partner tokens by the user's e-mail. */
  readonly #tokens = new Map<string, Promise<string>>()
  /** Texts of the mails sent so far by file name. */
  readonly #mails = new Map<string, string>()

  private constructor(folder: string, port: number, settings: Record<string, string>) {
    this.#folder = folder
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

  /** Kills the service and starts it again on the same data, with a clock that is days ahead. */
  async restart({ daysLater = 0, whileDown = async () => {} } = {}): Promise<void> {
    await this.#kill()
    await whileDown()
    const clock = `const Real = Date; const offset = ${daysLater * 86_400_000}
      globalThis.Date = class extends Real {
        constructor(...values) { values.length > 0 ? super(...values) : super(Real.now() + offset) }
        static now() { return Real.now() + offset }
      }`
    await this.#run({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` })
  }

  async stop(): Promise<void> {
    await this.#kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Invites a user to a new or existing partner. @returns the user, and the path of the e-mailed link */
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
    return { id, partnerId, email, link: await this.waitForLink(email) }
  }

  /** Adds a user and follows their activation link. */
  async addUser(changes?: Parameters<PortalService['invite']>[0]): Promise<PortalUser> {
    const { link, ...user } = await this.invite(changes)
    await this.activate(link)
    return user
  }

  /** Sets `PASSWORD` as the password of the user or administrator to whom an activation link was mailed. */
  async activate(link: string): Promise<void> {
    const token = new URL(link, this.origin).searchParams.get('token') ?? ''
    await this.#client().activation.activate.mutate({ token, password: PASSWORD })
  }

  /** Returns a partner token of the user. Only the first call signs in, because checking a password is slow. */
  tokenOf({ email }: Pick<PortalUser, 'email'>): Promise<string> {
    const token = this.#tokens.get(email) ?? this.#signIn(email)
    this.#tokens.set(email, token)
    return token
  }

  async #signIn(email: string): Promise<string> {
    return (await this.#client().tokens.create.mutate({ email, password: PASSWORD })).token
  }

  /** Returns the account procedures, called as a portal user. The first call signs the user in. */
  accountsOf(user: Pick<PortalUser, 'email'>) {
    return createPartnerAccountsClient({
      ...this.#clientOptions,
      intercept: async (send) => send({ authorization: `Bearer ${await this.tokenOf(user)}` }),
    }).accounts
  }

  /** Creates an account for each name, in this order. */
  async addAccounts(user: Pick<PortalUser, 'email'>, names: readonly string[]) {
    const created = []
    for (const name of names) {
      const account = sampleAccount(name)
      this.latestAdministratorEmail = account.email
      created.push(await this.accountsOf(user).create.mutate(account))
    }
    return created
  }

  /** Waits for a mail with a link to an address. @returns the path of the latest one */
  async waitForLink(recipient: string): Promise<string> {
    const deadline = Date.now() + MAIL_TIMEOUT_MS
    for (;;) {
      this.#readNewMails()
      const links = [...this.#mails.values()]
        .filter((text) => text.includes(recipient))
        .flatMap((text) => /\/activate\?token=[\w-]+/.exec(text) ?? [])
      const latest = links.at(-1)
      if (latest !== undefined) return latest
      if (Date.now() > deadline) throw new Error(`no mail with a link for ${recipient}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** Adds the mails that the service has sent since the last call, in order: their file names are ascending ids. */
  #readNewMails(): void {
    const folder = path.join(this.#folder, 'mail')
    if (!existsSync(folder)) return
    const files = readdirSync(folder).filter((file) => file.endsWith('.eml') && !this.#mails.has(file))
    for (const file of files.sort()) {
      const text = readFileSync(path.join(folder, file), 'utf8')
      // Decodes what a link can contain in quoted-printable text: soft line breaks and equals signs.
      this.#mails.set(file, text.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    }
  }

  #run(environment: Record<string, string> = {}): Promise<void> {
    this.#running = startService(SERVICE, this.#folder, { ...this.#environment, ...environment })
    return untilReady(this.#running)
  }

  async #kill(): Promise<void> {
    this.#running?.process.kill('SIGKILL')
    await this.#running?.ended
  }

  #client(key?: string) {
    return createPartnerAccountsClient({ ...this.#clientOptions, key })
  }

  get #clientOptions() {
    return { url: `${this.origin}/trpc`, batch: false }
  }
}
