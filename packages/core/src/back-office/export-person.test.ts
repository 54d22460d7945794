import { expect, it } from 'vitest'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import type { AccountOverview } from '../accounts/account-overview.ts'
import type { NormalizedEmail } from '../identity/email.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { AccountRecord } from '../records/record-queries.ts'
import { exportPerson } from './export-person.ts'

const EMAIL = 'maria@estrela.example' as NormalizedEmail
const NONE = { items: [], nextCursor: null }

/** Stores with this many mails to a person, and accounts of test partners that the person administers. */
function storesWith({ mails = 0, testAccounts = 0 }) {
  return stubDependencies({
    portalUsers: { findByEmail: () => Promise.resolve(undefined) },
    accountDirectory: { overview: (id) => Promise.resolve({ id, partnerId: 'p1' } as AccountOverview) },
    notes: { page: () => Promise.resolve(NONE) },
    records: {
      accounts: ({ mode }, { limit }) => {
        const count = mode === 'test' ? Math.min(testAccounts, limit) : 0
        const items = Array.from({ length: count }, (_, index) => ({ id: `a${index}` }) as AccountRecord)
        return Promise.resolve({ items, nextCursor: null })
      },
      auditEntries: () => Promise.resolve(NONE),
      mails: (_filter, { cursor = '0', limit }) => {
        const start = Number(cursor)
        const end = Math.min(start + limit, mails)
        const items = Array.from({ length: end - start }, (_, index) => ({ id: `m${start + index}` }) as MailRecord)
        return Promise.resolve({ items, nextCursor: end < mails ? String(end) : null })
      },
      sessions: () => Promise.resolve(NONE),
    },
  })
}
const exportFrom = (dependencies: ReturnType<typeof storesWith>) =>
  exportPerson(dependencies, { actor: OPERATOR, email: EMAIL })

it.each([
  [1_001, 1_001, true],
  [20_500, 20_000, false],
])(
  'exportPerson of a person with %i mails contains %i, and reports whether these are all: %s',
  async (mails, exported, isComplete) => {
    const person = await exportFrom(storesWith({ mails }))
    expect(person).toMatchObject({ email: EMAIL, isComplete, portalUser: null, administeredAccount: null })
    expect(new Set(person.mails.map(({ id }) => id)).size).toBe(exported)
  },
)

it.each([
  [50, true],
  [51, false],
])(
  'exportPerson of an administrator of %i test accounts contains 50, and is complete: %s',
  async (testAccounts, isComplete) => {
    const person = await exportFrom(storesWith({ testAccounts }))
    expect(person.isComplete).toBe(isComplete)
    expect(person.testAccounts).toHaveLength(50)
  },
)

it('exportPerson rejects a person of whom nothing is stored, and records nothing', async () => {
  const dependencies = storesWith({})
  await expect(exportFrom(dependencies)).rejects.toMatchObject({ kind: 'person-not-found' })
  expect(dependencies.recorded).toEqual([])
})
