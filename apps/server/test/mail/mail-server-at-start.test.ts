import { freePort } from '@partner-accounts/local-servers'
import { expect, it } from 'vitest'
import { createMailTransport } from '../../src/mail/create-mail-transport.ts'
import { warnIfUnusable } from '../../src/mail/warn-if-unusable.ts'
import { parseSettings } from '../../src/settings/settings.ts'
import { captureLog } from './log-capture.ts'
import { smtpError, startSmtpServer } from './test-smtp-server.ts'

/** Returns the log lines of a start with this mail server. */
async function logStart(SMTP_URL: string) {
  const { logger, lines } = captureLog()
  const transport = createMailTransport(parseSettings({ SMTP_URL }))
  await warnIfUnusable(transport, logger)
  transport.close()
  return lines
}

const expectedWarning = (error: string) => ({
  level: 40,
  error,
  msg: 'mail server unusable, mails wait until it is back: check SMTP_URL',
})

it('a start warns that the mail server cannot be reached', async () => {
  expect(await logStart(`smtp://127.0.0.1:${await freePort()}`)).toEqual([expectedWarning('ECONNREFUSED')])
})

it('a start warns that the mail server rejects the password, without the password', async () => {
  const server = await startSmtpServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpError(535, '5.7.8 hunter2 is wrong')),
  })
  const warnings = await logStart(server.url.replace('//', '//mailer:hunter2@'))
  await server.stop()
  expect(warnings).toEqual([expectedWarning('SMTP 535 5.7.8 at AUTH PLAIN')])
})

it('a start warns that the mail server offers no encryption although requireTLS=true', async () => {
  const server = await startSmtpServer()
  const warnings = await logStart(`${server.url}?requireTLS=true`)
  await server.stop()
  expect(warnings).toEqual([expectedWarning('SMTP 500 at STARTTLS')])
})

it('a start logs nothing about a mail server that works, and nothing without a mail server', async () => {
  const server = await startSmtpServer()
  expect(await logStart(server.url)).toEqual([])
  await server.stop()
  expect(await logStart('')).toEqual([])
})
