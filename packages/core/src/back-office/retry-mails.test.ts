import { describe, expect, it } from 'vitest'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import type { MailRecord, MailSummary } from '../mails/mail.ts'
import { retryMails } from './retry-mails.ts'

const INPUT = {
  actor: OPERATOR,
  filter: { partnerId: 'p1' },
  status: 'failed' as const,
  page: { limit: 3 },
  dryRun: false,
}
const mail = (id: string) => ({ id, status: 'failed' }) as MailRecord

/** Stores with these failed mails, of which another call has queued `taken`. */
function failedMails(...ids: string[]) {
  const queries: unknown[] = []
  const retries: (readonly string[])[] = []
  const dependencies = stubDependencies({
    records: {
      mails: (...query) => {
        queries.push(query)
        return Promise.resolve({ items: ids.map(mail), nextCursor: 'next' })
      },
    },
    mails: {
      retry: (retried) => {
        retries.push(retried)
        return Promise.resolve(retried.filter((id) => id !== 'taken').map((id) => ({ id }) as MailSummary))
      },
    },
  })
  return { ...dependencies, queries, retries }
}

describe('retryMails', () => {
  it('queues a page of failed mails, and returns and records all but those that another call queued', async () => {
    const dependencies = failedMails('m1', 'taken', 'm2')
    const expected = { items: [mail('m1'), mail('m2')], nextCursor: 'next' }
    expect(await retryMails(dependencies, INPUT)).toEqual(expected)
    expect(dependencies.queries).toEqual([[{ partnerId: 'p1', status: 'failed' }, { limit: 3 }]])
    expect(dependencies.retries).toEqual([['m1', 'taken', 'm2']])
    expect(dependencies.recorded).toEqual(
      ['m1', 'm2'].map((subjectId) => ({ actor: OPERATOR, action: 'mail.retried', subjectId })),
    )
  })

  it.each([
    ['in a dry run', ['m1', 'm2'], true],
    ['without failed mails', [], false],
  ])('queues and records nothing %s', async (_case, ids, dryRun) => {
    const dependencies = failedMails(...ids)
    expect(await retryMails(dependencies, { ...INPUT, dryRun })).toEqual({ items: ids.map(mail), nextCursor: 'next' })
    expect([dependencies.retries, dependencies.recorded]).toEqual([[], []])
  })
})
