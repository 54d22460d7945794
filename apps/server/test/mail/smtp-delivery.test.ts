import { afterEach, describe, expect, it } from 'vitest'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { CONTENTS, IDENTITY, invitation, LINK, RECIPIENT, sampleMail, SMTP } from './sample-mails.ts'
import { startSmtpServer, type TestSmtpServer } from './test-smtp-server.ts'

describe('SmtpMailTransport', () => {
  let server: TestSmtpServer
  const send = async (mail: OutgoingMail, url = server.url) => {
    const transport = new SmtpMailTransport(url, IDENTITY, SMTP)
    await transport.send(mail)
    transport.close()
    return server.delivered.at(-1)!
  }
  afterEach(() => server.stop())

  it.each(CONTENTS)('delivers complete messages: $kind', async (content) => {
    server = await startSmtpServer()
    const mail = sampleMail(content)
    const { from, to, message } = await send(mail)
    expect({ from, to }).toEqual({ from: 'no-reply@mail.example', to: [RECIPIENT] })
    expect(message.from).toEqual({ name: 'Contas de Parceiros', address: 'no-reply@mail.example' })
    expect(message.to).toMatchObject([{ address: RECIPIENT }])
    expect(message.subject).toContain('Padaria São João')
    expect(message.messageId).toBe(`<${mail.id}@mail.example>`)
    expect(message.headers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
        expect.objectContaining({ key: 'content-language', value: 'pt-BR' }),
      ]),
    )
    for (const part of [message.text, message.html]) {
      expect(part).toContain('Olá, Ana Souza!')
      expect(String(part).includes(LINK)).toBe('activationToken' in content || 'resetToken' in content)
    }
  })

  it('sends the same Message-ID with each attempt', async () => {
    server = await startSmtpServer()
    const mail = sampleMail()
    const ids = [(await send(mail)).message.messageId, (await send(mail)).message.messageId]
    expect(ids).toEqual([`<${mail.id}@mail.example>`, `<${mail.id}@mail.example>`])
  })

  it('sends no header that a name contains', async () => {
    server = await startSmtpServer()
    const plain = await send(sampleMail())
    const breaks = ['\r\n', '\n', '\r', '\u2028', '%0d%0a', '=?utf-8?q?=0d=0a?=']
    for (const lineBreak of breaks) {
      const evil = `Eve${lineBreak}Bcc: eve@evil.example${lineBreak}${lineBreak}<h1>Hi</h1>`
      const { to, message } = await send(sampleMail(invitation(evil, evil)))
      expect(message.headers.map(({ key }) => key)).toEqual(plain.message.headers.map(({ key }) => key))
      expect(to).toEqual([RECIPIENT])
    }
  })

  it('uses STARTTLS, and accepts a self-signed certificate on the loopback', async () => {
    let isEncrypted = false
    server = await startSmtpServer({
      disabledCommands: [],
      onMailFrom(_address, session, done) {
        isEncrypted = session.secure
        done()
      },
    })
    await send(sampleMail())
    expect(isEncrypted).toBe(true)
  })

  it('uses TLS from the start with smtps://', async () => {
    server = await startSmtpServer({ secure: true })
    await send(sampleMail(), server.url.replace('smtp:', 'smtps:'))
    expect(server.delivered).toHaveLength(1)
  })

  it('signs in with the name and password of the URL', async () => {
    const signIns: unknown[] = []
    server = await startSmtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        signIns.push([username, password])
        done(null, { user: username })
      },
    })
    await send(sampleMail(), server.url.replace('//', '//mailer:p%40ss@'))
    expect(signIns).toEqual([['mailer', 'p@ss']])
  })
})
