import { readFileSync } from 'node:fs'
import { createPrivateCa, type PrivateCa } from '@partner-accounts/local-servers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { IDENTITY, RECIPIENT, sampleMail } from './sample-mails.ts'
import { startSmtpServer, type TestSmtpServer } from './test-smtp-server.ts'

describe('SmtpMailTransport with SMTP_CA_FILE', () => {
  let ca: PrivateCa
  let otherCa: PrivateCa
  let server: TestSmtpServer
  beforeAll(() => {
    ca = createPrivateCa()
    otherCa = createPrivateCa()
  })
  afterEach(() => server.stop())
  afterAll(() => {
    ca.remove()
    otherCa.remove()
  })

  const listen = (secure: boolean) => {
    const key = readFileSync(ca.key)
    const cert = readFileSync(ca.certificate)
    return startSmtpServer({ secure, disabledCommands: [], key, cert })
  }
  /** Sends a mail, and returns the error if it fails. */
  async function send(SMTP_URL: string, SMTP_CA_FILE: string): Promise<unknown> {
    const { smtpUrl, smtp } = parseSettings({ SMTP_URL, SMTP_CA_FILE }).mail
    const transport = new SmtpMailTransport(smtpUrl!, IDENTITY, smtp)
    try {
      return await transport.send(sampleMail()).catch((error: unknown) => error)
    } finally {
      transport.close()
    }
  }

  it.each([
    ['smtps', true, ''],
    ['smtp', false, '?requireTLS=true'],
  ])('delivers over %s:// to a server whose certificate the CA signed', async (scheme, secure, query) => {
    server = await listen(secure)
    expect(await send(`${scheme}://localhost:${server.port}${query}`, ca.ca)).toBeUndefined()
    expect(server.delivered.map(({ to }) => to)).toEqual([[RECIPIENT]])
  })

  it('rejects a certificate of another CA, and one for another host name', async () => {
    server = await listen(true)
    expect(await send(`smtps://localhost:${server.port}`, otherCa.ca)).toMatchObject({ isPermanent: false })
    expect(await send(`smtps://127.0.0.1:${server.port}`, ca.ca)).toMatchObject({ isPermanent: false })
    expect(server.delivered).toEqual([])
  })
})
