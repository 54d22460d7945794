import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { OWNER_ONLY } from '../settings/owner-only-file.ts'
import { composeMessage, type MailIdentity } from './compose-message.ts'
import { DeliveryError } from './delivery-error.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** Composes messages with the line breaks of RFC 5322, 2.1. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Returns the message as a file that mail programs open. */
export async function composeEml(mail: OutgoingMail, identity: MailIdentity): Promise<Buffer> {
  const { message } = await composer.sendMail(composeMessage(mail, identity))
  return message as Buffer
}

/** Simulated rejections by recipient, which show failed and deferred mails in development. */
const REJECTIONS: ReadonlyMap<string, { reason: string; isPermanent: boolean }> = new Map([
  ['bounce@errors.example', { reason: 'SMTP 550 5.1.1 at RCPT TO', isPermanent: true }],
  ['defer@errors.example', { reason: 'SMTP 451 4.7.1 at RCPT TO', isPermanent: false }],
])

export const createEmlMailTransport = (folder: string, identity: MailIdentity): MailTransport => ({
  concurrency: 1,

  async send(mail) {
    const rejection = REJECTIONS.get(mail.recipient)
    if (rejection) throw new DeliveryError(rejection.reason, rejection.isPermanent)
    const message = await composeEml(mail, identity)
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY.directory })
    await writeAtomically(path.join(folder, `${mail.id}.eml`), message)
  },

  close() {},
})

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
