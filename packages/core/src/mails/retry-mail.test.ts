import { expect, it } from 'vitest'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import type { MailSummary } from './mail.ts'
import { retryMail } from '../back-office/retry-mails.ts'

const MAIL: MailSummary = {
  id: 'm1',
  kind: 'administrator-welcome',
  recipient: 'ana@empresa.example',
  status: 'queued',
  attempts: 10,
  lastError: 'SMTP 550',
  createdAt: new Date(0),
  sentAt: null,
}
const mails = { retry: ([id]: readonly string[]) => Promise.resolve(id === MAIL.id ? [MAIL] : []) }

it('retryMail returns the queued mail and records who retried it', async () => {
  const dependencies = stubDependencies({ mails })
  expect(await retryMail(dependencies, { actor: OPERATOR, id: MAIL.id })).toBe(MAIL)
  expect(dependencies.recorded).toEqual([{ actor: OPERATOR, action: 'mail.retried', subjectId: MAIL.id }])
})

it('retryMail rejects a mail that has not failed and records nothing', async () => {
  const dependencies = stubDependencies({ mails })
  await expect(retryMail(dependencies, { actor: OPERATOR, id: 'm2' })).rejects.toMatchObject({ kind: 'mail-not-found' })
  expect(dependencies.recorded).toEqual([])
})
