import type { Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DeliveryError } from '../../src/mail/delivery-error.ts'
import { SmtpMailTransport } from '../../src/mail/smtp-mail-transport.ts'
import { IDENTITY, RECIPIENT, sampleMail, SMTP, TOKEN } from './sample-mails.ts'
import { smtpError, startListener, startSmtpServer } from './test-smtp-server.ts'

const SHORT_TIMEOUT_MS = 300
/** Long enough for servers that respond, on a machine that may be busy. */
const LONG_TIMEOUT_MS = 10_000
const LONG_TIMEOUTS = {
  connectMs: LONG_TIMEOUT_MS,
  greetingMs: LONG_TIMEOUT_MS,
  idleMs: LONG_TIMEOUT_MS,
  deliveryMs: 2 * LONG_TIMEOUT_MS,
}

/** Sends a mail, which must fail, and returns the error. */
async function failToSend(url: string, mail = sampleMail(), timeouts = LONG_TIMEOUTS): Promise<DeliveryError> {
  const transport = new SmtpMailTransport(url, IDENTITY, SMTP, timeouts)
  const outcome: unknown = await transport.send(mail).catch((error: unknown) => error)
  transport.close()
  if (!(outcome instanceof DeliveryError)) throw new Error(`expected a DeliveryError, got ${String(outcome)}`)
  return outcome
}

describe('A mail that the SMTP server rejects', () => {
  const failWith = async (options: SMTPServerOptions, credentials = '') => {
    const server = await startSmtpServer(options)
    onTestFinished(() => server.stop())
    return failToSend(server.url.replace('//', `//${credentials}`))
  }
  const atRecipient = (code: number, text: string): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
  })

  it.each([
    [550, '5.1.1 no such user', 'SMTP 550 5.1.1 at RCPT TO', true],
    [550, '5.1.2 domain not found', 'SMTP 550 5.1.2 at RCPT TO', true],
    [553, '5.1.3 syntax', 'SMTP 553 5.1.3 at RCPT TO', true],
    [556, '5.1.10 null MX', 'SMTP 556 5.1.10 at RCPT TO', true],
    [556, 'accepts no mail', 'SMTP 556 at RCPT TO', true],
    [550, '5.2.1 mailbox disabled', 'SMTP 550 5.2.1 at RCPT TO', true],
    [550, 'sorry, no mailbox here by that name (#5.1.1)', 'SMTP 550 5.1.1 at RCPT TO', true],
    [550, 'no such user', 'SMTP 550 at RCPT TO', true],
    [550, '<ana@resender.example>: no such user', 'SMTP 550 at RCPT TO', true],
    [550, '5.1.0 User unknown', 'SMTP 550 5.1.0 at RCPT TO', true],
    [550, '5.5.0 Requested action not taken: mailbox unavailable', 'SMTP 550 5.5.0 at RCPT TO', true],
    [552, '5.2.2 mailbox full', 'SMTP 552 5.2.2 at RCPT TO', false],
    [550, '5.4.5 daily sending quota exceeded', 'SMTP 550 5.4.5 at RCPT TO', false],
    [550, '5.1.90 daily limit for recipients reached', 'SMTP 550 5.1.90 at RCPT TO', false],
    [554, '5.7.1 relay access denied', 'SMTP 554 5.7.1 at RCPT TO', false],
    [553, "sorry, that domain isn't in my list (#5.7.1)", 'SMTP 553 5.7.1 at RCPT TO', false],
    [550, 'relay not permitted', 'SMTP 550 at RCPT TO', false],
    [554, 'service unavailable; client host blocked', 'SMTP 554 at RCPT TO', false],
    [550, '5.1.8 sender address rejected: domain not found', 'SMTP 550 5.1.8 at RCPT TO', false],
    [550, '5.1.0 Sender address rejected: User unknown', 'SMTP 550 5.1.0 at RCPT TO', false],
    [556, '5.7.27 sender accepts no mail', 'SMTP 556 5.7.27 at RCPT TO', false],
    [451, '4.1.1 unknown user', 'SMTP 451 4.1.1 at RCPT TO', false],
    [451, '4.7.1 greylisted, come back later', 'SMTP 451 4.7.1 at RCPT TO', false],
    // After this code, servers close the connection, so nodemailer reports it as an error of the connection.
    [421, '4.3.2 going down', 'SMTP 421 4.3.2 at CONN', false],
    [530, '5.7.0 authentication required', 'SMTP 530 5.7.0 at RCPT TO', false],
  ])('with %i %s fails with "%s", permanent: %s', async (code, text, reason, isPermanent) => {
    expect(await failWith(atRecipient(code, `${text} <${RECIPIENT}>`))).toMatchObject({ message: reason, isPermanent })
  })

  it.each([
    [554, `5.7.1 ${TOKEN} looks like spam`, 'SMTP 554 5.7.1 at DATA', false],
    [552, '5.3.4 message too big', 'SMTP 552 5.3.4 at DATA', false],
    [554, 'message rejected: no such user is verified', 'SMTP 554 at DATA', false],
    [550, '5.1.10 recipient not found', 'SMTP 550 5.1.10 at DATA', true],
  ])('after its content with %i %s fails with "%s", permanent: %s', async (code, text, reason, isPermanent) => {
    const error = await failWith({
      onData(stream, _session, done) {
        stream.resume().once('end', () => done(smtpError(code, text)))
      },
    })
    expect(error).toMatchObject({ message: reason, isPermanent })
  })

  it('because the sender does not exist fails temporarily', async () => {
    const error = await failWith({
      onMailFrom: (_address, _session, done) => done(smtpError(550, '5.1.1 no such user')),
    })
    expect(error).toMatchObject({ message: 'SMTP 550 5.1.1 at MAIL FROM', isPermanent: false })
  })

  it('because the sender is not allowed fails temporarily, because operators can correct MAIL_FROM', async () => {
    const error = await failWith({
      onMailFrom: (_address, _session, done) => done(smtpError(550, '5.7.1 sender not allowed')),
    })
    expect(error).toMatchObject({ message: 'SMTP 550 5.7.1 at MAIL FROM', isPermanent: false })
  })

  it('because the password is wrong fails temporarily, without the password in the error', async () => {
    const error = await failWith(
      {
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(smtpError(535, '5.7.8 hunter2 is wrong')),
      },
      'mailer:hunter2@',
    )
    expect(error).toMatchObject({ message: 'SMTP 535 5.7.8 at AUTH PLAIN', isPermanent: false })
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('hunter2')
  })
})

describe('A delivery to an SMTP server that', () => {
  const failWithListener = async (onConnection: (socket: Socket) => void, timeouts?: Partial<typeof LONG_TIMEOUTS>) => {
    const listener = await startListener(onConnection)
    onTestFinished(() => listener.stop())
    const startedAt = performance.now()
    const error = await failToSend(listener.url, sampleMail(), { ...LONG_TIMEOUTS, ...timeouts })
    return { message: error.message, isPermanent: error.isPermanent, elapsedMs: performance.now() - startedAt }
  }
  const timeoutError = { message: 'ETIMEDOUT', isPermanent: false }

  it('never greets fails at the greeting timeout', async () => {
    const { elapsedMs, ...error } = await failWithListener(() => {}, { greetingMs: SHORT_TIMEOUT_MS })
    expect(error).toEqual(timeoutError)
    expect(elapsedMs).toBeLessThan(LONG_TIMEOUT_MS)
  })

  it('falls silent fails at the idle timeout', async () => {
    const greet = (socket: Socket) => socket.write('220 hello\r\n')
    const { elapsedMs, ...error } = await failWithListener(greet, { idleMs: SHORT_TIMEOUT_MS })
    expect(error).toEqual(timeoutError)
    expect(elapsedMs).toBeLessThan(LONG_TIMEOUT_MS)
  })

  it('never finishes its response fails at the delivery timeout', async () => {
    const deliveryMs = 1000
    const respondWithoutEnd = (socket: Socket) => {
      socket.write('220 hello\r\n')
      const timer = setInterval(() => socket.write('250-and\r\n'), 50)
      socket.once('close', () => clearInterval(timer))
    }
    const { elapsedMs, ...error } = await failWithListener(respondWithoutEnd, { deliveryMs })
    expect(error).toEqual(timeoutError)
    // Timers may fire a little early.
    expect(elapsedMs).toBeGreaterThan(deliveryMs - 100)
    expect(elapsedMs).toBeLessThan(LONG_TIMEOUT_MS)
  })

  it('closes the connection fails temporarily', async () => {
    const { message, isPermanent } = await failWithListener((socket) => socket.end('220 hello\r\n'))
    expect(isPermanent).toBe(false)
    expect(message).toMatch(/^E[A-Z]+$/)
  })

  it('does not listen or has an unknown name fails temporarily', async () => {
    const server = await startSmtpServer()
    await server.stop()
    expect(await failToSend(server.url)).toMatchObject({ message: 'ECONNREFUSED', isPermanent: false })
    expect(await failToSend('smtp://nowhere.invalid:25')).toMatchObject({ isPermanent: false })
  })
})

describe('A mail to an ambiguous address', () => {
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
  ])('is rejected before anything is sent: %j', async (recipient) => {
    const server = await startSmtpServer()
    onTestFinished(() => server.stop())
    const error = await failToSend(server.url, sampleMail(undefined, recipient))
    expect(error).toMatchObject({ message: 'invalid recipient', isPermanent: true })
    expect(server.delivered).toEqual([])
  })
})
