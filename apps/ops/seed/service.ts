import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPartnerAccountsClient, isApiError, type PartnerAccountsClient } from '@partner-accounts/client'
import { OperatorError } from '../src/operator-error.ts'

export type Client = PartnerAccountsClient
export type Internal = Client['internal']

const MAIL_TIMEOUT_MS = 30_000
const MAIL_INTERVAL_MS = 50
const RETRY_MS = 250

/** The running service, called like any other client. Activation links are read from its mail files. */
export class Service {
  readonly internal: Internal
  /** Calls without a key or token. */
  readonly anonymous: Client
  readonly #url: string
  readonly #mails: string
  readonly #mailsByName = new Map<string, string>()

  constructor(url: string, key: string, dataDirectory: string) {
    this.#url = `${url}/trpc`
    this.#mails = path.join(dataDirectory, 'mail')
    this.internal = createPartnerAccountsClient({ url: this.#url, key }).internal
    this.anonymous = createPartnerAccountsClient({ url: this.#url })
  }

  /** Signs in as a portal user. */
  async signIn(email: string, password: string): Promise<Client> {
    const { token } = await this.anonymous.tokens.create.mutate({ email, password })
    return createPartnerAccountsClient({ url: this.#url, token })
  }

  /** Signs in as a manager of a live partner, and opens its test partner like the portal. */
  async openTestPartner(email: string, password: string): Promise<Client> {
    const cookies = new Map<string, string>()
    const client = this.#createBrowser('portal', cookies)
    await client.sessions.signIn.mutate({ email, password })
    await client.testPartner.open.mutate()
    return this.#createBrowser('portal-test', cookies)
  }

  /** Signs in to the console, with a one-time link. */
  async signInOperator(email: string): Promise<Internal> {
    const { url } = await this.internal.console.createLink.mutate({ email, role: 'admin' })
    const client = this.#createBrowser('console')
    await client.operators.signIn.mutate({ token: new URL(url).hash.replace('#link=', '') })
    return client.internal
  }

  /** Creates a client that stores session cookies, like a browser. */
  #createBrowser(page: 'portal' | 'portal-test' | 'console', cookies = new Map<string, string>()): Client {
    return createPartnerAccountsClient({
      url: this.#url,
      intercept: async (send) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await send({ 'x-session': page, ...(cookie !== '' && { cookie }) })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        return response
      },
    })
  }

  /** Activates a user or administrator with the latest link that was mailed to the address. */
  async activateByMail(recipient: string, password: string): Promise<void> {
    await this.anonymous.activation.activate.mutate({ token: await this.#tokenFor(recipient), password })
  }

  async #tokenFor(recipient: string): Promise<string> {
    const deadline = Date.now() + MAIL_TIMEOUT_MS
    while (Date.now() < deadline) {
      const tokens = this.#readMails()
        .filter((mail) => mail.includes(recipient))
        .flatMap((mail) => /\/activate\?token=([\w-]+)/.exec(mail)?.[1] ?? [])
      const latest = tokens.at(-1)
      if (latest !== undefined) return latest
      await wait(MAIL_INTERVAL_MS)
    }
    throw new OperatorError(`no mail with a link for ${recipient} in ${this.#mails}: is OUTGOING or SMTP_URL set?`)
  }

  /** Returns all mails in the order of their names, which begin with the time. */
  #readMails(): string[] {
    if (!existsSync(this.#mails)) return []
    const names = readdirSync(this.#mails).filter((name) => name.endsWith('.eml'))
    return names.toSorted().map((name) => {
      const mail = this.#mailsByName.get(name) ?? decode(readFileSync(path.join(this.#mails, name), 'utf8'))
      this.#mailsByName.set(name, mail)
      return mail
    })
  }
}

/** Decodes the parts of quoted-printable that occur in links: soft line breaks and `=`. */
const decode = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Repeats a call while the rate limit rejects it: a limit that was just raised is in force within seconds. */
export async function whenAdmitted<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isApiError(error) || error.data?.httpStatus !== 429) throw error
      await wait(RETRY_MS)
    }
  }
}
