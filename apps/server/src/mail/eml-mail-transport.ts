import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { composeMessage, type MailIdentity } from './compose-message.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

const OWNER_ONLY = { file: 0o600, directory: 0o700 }

/** Mails as `<mail id>.eml` in a folder, where there is no SMTP server. Each can be opened with a mail program. */
export class EmlMailTransport implements MailTransport {
  readonly #folder: string
  readonly #identity: MailIdentity
  // RFC 5322, 2.1: lines end with CRLF.
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  /** @param folder made with the first mail */
  constructor(folder: string, identity: MailIdentity) {
    this.#folder = folder
    this.#identity = identity
  }

  async send(mail: OutgoingMail): Promise<void> {
    const { message } = await this.#composer.sendMail(composeMessage(mail, this.#identity))
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY.directory })
    await writeWhole(path.join(this.#folder, `${mail.id}.eml`), message as Buffer)
  }

  close(): void {
    this.#composer.close()
  }
}

/** Whoever reads the folder meanwhile, or after a crash, finds all of the file or nothing. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`)
  try {
    const handle = await open(temporary, 'wx', OWNER_ONLY.file)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
