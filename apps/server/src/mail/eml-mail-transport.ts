import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { OWNER_ONLY } from '../settings/owner-only-file.ts'
import { composeMessage, type MailIdentity } from './compose-message.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

export class EmlMailTransport implements MailTransport {
  readonly concurrency = 1
  readonly #folder: string
  readonly #identity: MailIdentity
  // RFC 5322, 2.1.
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor(folder: string, identity: MailIdentity) {
    this.#folder = folder
    this.#identity = identity
  }

  async send(mail: OutgoingMail): Promise<void> {
    const { message } = await this.#composer.sendMail(composeMessage(mail, this.#identity))
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY.directory })
    await writeAtomically(path.join(this.#folder, `${mail.id}.eml`), message as Buffer)
  }

  close(): void {
    this.#composer.close()
  }
}

/** Readers see the whole file or none, even after a crash. */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
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
