import type { Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { DeliveryError } from '../../src/mail/delivery-error.ts'
import { SmtpMailTransport, type SmtpTimeouts } from '../../src/mail/smtp-mail-transport.ts'
import { IDENTITY, RECIPIENT, sampleMail, TOKEN } from './sample-mails.ts'
import { smtpError, startListener, startSmtpServer } from './test-smtp-server.ts'

const SHORT: SmtpTimeouts = { connectMs: 300, greetingMs: 300, idleMs: 300, deliveryMs: 1000 }
/** For servers that respond, on a machine that may be busy. */
const LONG: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, idleMs: 10_000, deliveryMs: 20_000 }

async function failure(url: string, mail = sampleMail(), limits = LONG): Promise<DeliveryError> {
  const transport = new SmtpMailTransport(url, IDENTITY, limits)
  const outcome: unknown = await transport.send(mail).catch((error: unknown) => error)
  transport.close()
  if (!(outcome instanceof DeliveryError)) throw new Error('was delivered, or failed otherwise')
  return outcome
}

let stop: () => unknown = () => {}
afterEach(() => stop())

describe('a mail refused by the server', () => {
  const failureWith = async (options: SMTPServerOptions, credentials = '') => {
    const server = await startSmtpServer(options)
    stop = () => server.stop()
    return failure(server.url.replace('//', `//${credentials}`))
  }
  const atRecipient = (code: number, text: string): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
  })

  it.each([
    [550, '5.1.1 no such user', 'SMTP 550 5.1.1 at RCPT TO', true],
    [550, 'no such user', 'SMTP 550 at RCPT TO', true],
    [552, '5.2.2 mailbox full', 'SMTP 552 5.2.2 at RCPT TO', true],
    [451, '4.7.1 greylisted, come back later', 'SMTP 451 4.7.1 at RCPT TO', false],
    [421, '4.3.2 going down', 'SMTP 421 4.3.2 at CONN', false],
    [530, '5.7.0 authentication required', 'SMTP 530 5.7.0 at RCPT TO', false],
  ])('with %i %s: "%s", for good: %s', async (code, text, reason, permanent) => {
    expect(await failureWith(atRecipient(code, `${text} <${RECIPIENT}>`))).toMatchObject({ message: reason, permanent })
  })

  it('for what it holds is refused for good', async () => {
    const error = await failureWith({
      onData(stream, _session, done) {
        stream.resume().once('end', () => done(smtpError(554, `5.7.1 ${TOKEN} looks like spam`)))
      },
    })
    expect(error).toMatchObject({ message: 'SMTP 554 5.7.1 at DATA', permanent: true })
  })

  it('for its sender can go out once the setting is right', async () => {
    const error = await failureWith({
      onMailFrom: (_address, _session, done) => done(smtpError(550, '5.7.1 sender not allowed')),
    })
    expect(error).toMatchObject({ message: 'SMTP 550 5.7.1 at MAIL FROM', permanent: false })
  })

  it('for a wrong password can go out once it is right, and the password is not told', async () => {
    const error = await failureWith(
      {
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(smtpError(535, '5.7.8 hunter2 is wrong')),
      },
      'mailer:hunter2@',
    )
    expect(error).toMatchObject({ message: 'SMTP 535 5.7.8 at AUTH PLAIN', permanent: false })
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('hunter2')
  })
})

describe('a server that cannot be talked to', () => {
  const failureWithListener = async (onConnection: (socket: Socket) => void) => {
    const listener = await startListener(onConnection)
    stop = () => listener.stop()
    const began = performance.now()
    const error = await failure(listener.url, sampleMail(), SHORT)
    return { message: error.message, permanent: error.permanent, took: performance.now() - began }
  }
  const timeOut = { message: 'ETIMEDOUT', permanent: false }

  it('is waited for no longer than the limit when it never greets', async () => {
    const { took, ...error } = await failureWithListener(() => {})
    expect(error).toEqual(timeOut)
    expect(took).toBeLessThan(900)
  })

  it('is waited for no longer than the limit when it falls silent', async () => {
    const { took, ...error } = await failureWithListener((socket) => socket.write('220 hello\r\n'))
    expect(error).toEqual(timeOut)
    expect(took).toBeLessThan(900)
  })

  it('is waited for no longer than the limit of all when it talks on and on', async () => {
    let talk: NodeJS.Timeout | undefined
    const { took, ...error } = await failureWithListener((socket) => {
      socket.write('220 hello\r\n')
      talk = setInterval(() => socket.write('250-and\r\n'), 50)
    })
    clearInterval(talk)
    expect(error).toEqual(timeOut)
    expect(took).toBeGreaterThan(900)
    expect(took).toBeLessThan(3000)
  })

  it('is tried again when it hangs up', async () => {
    const { message, permanent } = await failureWithListener((socket) => socket.end('220 hello\r\n'))
    expect(permanent).toBe(false)
    expect(message).toMatch(/^E[A-Z]+$/)
  })

  it('is tried again when nobody listens, or its name is unknown', async () => {
    const server = await startSmtpServer()
    await server.stop()
    expect(await failure(server.url)).toMatchObject({ message: 'ECONNREFUSED', permanent: false })
    expect(await failure('smtp://nowhere.invalid:25', sampleMail(), SHORT)).toMatchObject({ permanent: false })
  })
})

describe('an address that could be read as another one, or as several', () => {
  it.each([
    'ana@x.example, eve@evil.example',
    'ana@x.example\r\nBcc: eve@evil.example',
    'ana@x.example>\r\nRCPT TO:<eve@evil.example',
    'Ana <ana@x.example>',
    '"eve@evil.example"@x.example',
    'group: ana@x.example;',
    'ana@x@evil.example',
    'ana',
    '',
  ])('is refused before anything is sent: %j', async (recipient) => {
    const server = await startSmtpServer()
    stop = () => server.stop()
    const error = await failure(server.url, sampleMail(undefined, recipient))
    expect(error).toMatchObject({ message: 'invalid recipient', permanent: true })
    expect(server.delivered).toEqual([])
  })
})
