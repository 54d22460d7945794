import { freePort } from '@partner-accounts/local-servers'
import { SMTPServer } from 'smtp-server'

const MAIL_TIMEOUT_MS = 60_000

/** The server rejects mails to addresses of this domain: it has no such mailbox. */
export const REJECTED_DOMAIN = 'rejeitado.example'

/** The server defers mails to addresses of this domain until `acceptsDeferred`. */
export const DEFERRED_DOMAIN = 'adiado.example'

/** A mail server that keeps the mails that it receives. */
export class MailServer {
  readonly #server: SMTPServer
  readonly #mails: { recipients: string[]; text: string }[] = []
  acceptsDeferred = false
  readonly port: number

  private constructor(port: number) {
    this.port = port
    this.#server = new SMTPServer({
      // Otherwise the server warns that its built-in certificate is public.
      logger: false,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const isDeferred = address.endsWith(`@${DEFERRED_DOMAIN}`) && !this.acceptsDeferred
        if (isDeferred) return done(Object.assign(new Error('later'), { responseCode: 451 }))
        const isUnknown = address.endsWith(`@${REJECTED_DOMAIN}`)
        if (isUnknown) return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        done()
      },
      onData: (stream, { envelope: { rcptTo } }, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.once('end', () => {
          const recipients = rcptTo.map(({ address }) => address)
          // Decodes what a link can contain in quoted-printable text: soft line breaks and equals signs.
          this.#mails.push({ recipients, text: text.replace(/=\r?\n/g, '').replaceAll('=3D', '=') })
          done()
        })
      },
    })
    // The service may close the connection early when it is stopped.
    this.#server.on('error', () => {})
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer(await freePort())
    await new Promise<void>((resolve) => server.#server.listen(server.port, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Resolves to the token of the latest link that was mailed to an address. */
  async tokenFor(recipient: string): Promise<string> {
    const deadline = Date.now() + MAIL_TIMEOUT_MS
    for (;;) {
      const latest = this.#mails
        .filter(({ recipients }) => recipients.includes(recipient))
        .flatMap(({ text }) => /\/activate\?token=([\w-]+)/.exec(text)?.[1] ?? [])
        .at(-1)
      if (latest !== undefined) return latest
      if (Date.now() > deadline) throw new Error(`no mail with a link for ${recipient}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
