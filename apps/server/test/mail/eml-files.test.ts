import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, it } from 'vitest'
import { createMailTransport } from '../../src/mail/create-mail-transport.ts'
import { type DeliveryError, toDeliveryError } from '../../src/mail/delivery-error.ts'
import { createEmlMailTransport } from '../../src/mail/eml-mail-transport.ts'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { CONTENTS, IDENTITY, invitation, LINK, PUBLIC_URL, RECIPIENT, sampleMail } from './sample-mails.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'partner-accounts-mail-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

let folders = 0
const newFolder = () => {
  folders += 1
  return path.join(parent, `data-${folders}`, 'mail')
}
const permissionsOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

describe('createEmlMailTransport', () => {
  it.each(CONTENTS)('writes valid messages: $kind', async (content) => {
    const folder = newFolder()
    const mail = sampleMail(content)
    await createEmlMailTransport(folder, IDENTITY).send(mail)
    const raw = readFileSync(path.join(folder, `${mail.id}.eml`))
    // Every line ends with CRLF.
    expect(raw.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const message = await PostalMime.parse(raw)
    expect(message.from).toEqual({ name: 'Contas de Parceiros', address: 'no-reply@mail.example' })
    expect(message.to).toMatchObject([{ address: RECIPIENT }])
    expect(message.subject).toContain('Padaria São João')
    expect(message.messageId).toBe(`<${mail.id}@mail.example>`)
    expect(Math.abs(Date.now() - Date.parse(message.date!))).toBeLessThan(60_000)
    for (const part of [message.text, message.html]) {
      expect(part).toContain('Olá, Ana Souza!')
      expect(String(part).includes(LINK)).toBe('activationToken' in content || 'resetToken' in content)
    }
  })

  it('writes files that only their owner can read', async () => {
    const folder = newFolder()
    const mail = sampleMail()
    await createEmlMailTransport(folder, IDENTITY).send(mail)
    expect([folder, path.dirname(folder)].map(permissionsOf)).toEqual(['700', '700'])
    expect(permissionsOf(path.join(folder, `${mail.id}.eml`))).toBe('600')
  })

  it('writes one complete file for concurrent deliveries of the same mail', async () => {
    const folder = newFolder()
    const mail = sampleMail()
    const transport = createEmlMailTransport(folder, IDENTITY)
    let isWriting = true
    const write = async () => {
      await Promise.all(Array.from({ length: 20 }, () => transport.send(mail)))
      isWriting = false
    }
    const writes = write()
    const lengths = new Set<number>()
    while (isWriting) {
      await new Promise(setImmediate)
      for (const name of listFiles(folder).filter((name) => name.endsWith('.eml'))) {
        lengths.add(readFileSync(path.join(folder, name)).length)
      }
    }
    await writes
    expect(readdirSync(folder)).toEqual([`${mail.id}.eml`])
    const finalLength = readFileSync(path.join(folder, `${mail.id}.eml`)).length
    // Each delivery generates other boundaries, whose lengths may differ slightly.
    expect([...lengths].filter((length) => Math.abs(length - finalLength) > 100)).toEqual([])
  })

  it('rejects with a temporary error when the folder cannot be created', async () => {
    const blocked = path.join(parent, 'a-file')
    writeFileSync(blocked, '')
    expect(await failToSend(blocked, sampleMail())).toMatchObject({ message: 'EEXIST', isPermanent: false })
  })

  it('rejects with a temporary error and leaves no temporary file when the file cannot be created', async () => {
    const folder = newFolder()
    const mail = sampleMail()
    mkdirSync(path.join(folder, `${mail.id}.eml`), { recursive: true })
    expect(await failToSend(folder, mail)).toMatchObject({ message: 'EISDIR', isPermanent: false })
    expect(listFiles(folder)).toEqual([`${mail.id}.eml`])
  })

  it.each([
    ['bounce@errors.example', true, 'SMTP 550 5.1.1 at RCPT TO'],
    ['defer@errors.example', false, 'SMTP 451 4.7.1 at RCPT TO'],
  ])('rejects mails to %s, permanently: %s', async (recipient, isPermanent, message) => {
    const folder = newFolder()
    const sending = createEmlMailTransport(folder, IDENTITY).send({ ...sampleMail(), recipient })
    await expect(sending).rejects.toMatchObject({ name: 'DeliveryError', message, isPermanent })
    expect(listFiles(folder)).toEqual([])
  })

  it('writes no header that a name contains', async () => {
    const folder = newFolder()
    const transport = createEmlMailTransport(folder, IDENTITY)
    const evil = 'Eve\r\nBcc: eve@evil.example\r\n\r\nHello'
    const plainMail = sampleMail()
    const evilMail = sampleMail(invitation(evil, evil))
    await Promise.all([transport.send(plainMail), transport.send(evilMail)])
    const headersOf = async ({ id }: { id: string }) =>
      (await PostalMime.parse(readFileSync(path.join(folder, `${id}.eml`)))).headers.map(({ key }) => key)
    expect(await headersOf(evilMail)).toEqual(await headersOf(plainMail))
  })

  it('is used when SMTP_URL is not set, with a development sender when MAIL_FROM is not set', async () => {
    const folder = newFolder()
    const mail = sampleMail()
    const transport = createMailTransport(parseSettings({ DATA_DIR: path.dirname(folder), PUBLIC_URL }))
    await transport.send(mail)
    transport.close()
    const message = await PostalMime.parse(readFileSync(path.join(folder, `${mail.id}.eml`)))
    expect(message.from).toEqual({ name: 'Partner Accounts', address: 'no-reply@partner-accounts.example' })
    expect(message.text).toContain(LINK)
  })
})

/** Sends a mail, which must fail, and returns the error. */
async function failToSend(folder: string, mail: OutgoingMail): Promise<DeliveryError> {
  const [result] = await Promise.allSettled([createEmlMailTransport(folder, IDENTITY).send(mail)])
  if (result.status === 'fulfilled') throw new Error('the mail was sent')
  return toDeliveryError(result.reason)
}

/** Returns the names of the files in a folder, which may not exist yet. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
