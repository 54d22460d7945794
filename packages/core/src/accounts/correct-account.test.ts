import { describe, expect, it } from 'vitest'
import { OPERATOR, REASON, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import { sampleCreateAccountRequest } from '../../test/sample-requests.ts'
import type { AccountOverview } from './account-overview.ts'
import type { CorrectedAccount } from './account-store.ts'
import { correctAccount, type CorrectAccountInput } from './correct-account.ts'
import { DomainError } from '../errors.ts'
import type { MailRecord } from '../mails/mail.ts'

const { employer, administrator, address } = sampleCreateAccountRequest()
const ACCOUNT = {
  id: 'a1',
  partnerId: 'p1',
  employer,
  administrator,
  unit: { name: 'Matriz', address },
  administratorStatus: 'invited',
  subscription: { status: 'active' },
} as AccountOverview
const OTHER_EMAIL = 'outra@estrela.example'

/** Stores with one account, and unsent mails to its administrator. */
function directory(account: AccountOverview = ACCOUNT, unsent: Partial<MailRecord>[] = []) {
  const corrected: CorrectedAccount[] = []
  const { queued, mails } = stubOutbox()
  const discarded: string[] = []
  const dependencies = stubDependencies({
    accountDirectory: {
      lock: (id) => Promise.resolve(id === account.id ? account : undefined),
      correct(_before, values) {
        corrected.push(values)
        return Promise.resolve()
      },
    },
    administrators: {
      invite: (accountId) =>
        Promise.resolve({ ...corrected[0]!.administrator, accountId, partnerId: 'p1', accountName: employer.name }),
    },
    mails: {
      ...mails,
      discard(id) {
        discarded.push(id)
        return Promise.resolve(true)
      },
    },
    records: {
      mails: ({ accountId, recipient, status }) =>
        Promise.resolve({
          items: unsent
            .filter((mail) => mail.status === status)
            .map((mail) => ({ ...mail, accountId, recipient }) as MailRecord),
          nextCursor: null,
        }),
    },
  })
  return { ...dependencies, corrected, queued, discarded }
}

const correct = (
  dependencies: Parameters<typeof correctAccount>[0],
  corrections: Partial<Pick<CorrectAccountInput, 'employer' | 'administrator' | 'address'>>,
) =>
  correctAccount(dependencies, {
    actor: OPERATOR,
    id: 'a1',
    reason: REASON,
    employer: {},
    administrator: {},
    address: {},
    ...corrections,
  })

const entry = (action: string) => ({
  actor: OPERATOR,
  action,
  subjectId: 'a1',
  partnerId: 'p1',
  accountId: 'a1',
  reason: REASON,
})

describe('correctAccount', () => {
  it('keeps the other values, and records each changed value with the previous one', async () => {
    const dependencies = directory()
    const expected = {
      employer: { ...employer, tradeName: 'Estrela', financialEmail: null },
      administrator: { ...administrator, fullName: 'Maria Souza' },
    }
    const moved = { ...address, streetNumber: '20', complement: null }
    const corrections = {
      employer: { tradeName: 'Estrela', financialEmail: null },
      administrator: { fullName: 'Maria Souza', mobilePhone: administrator.mobilePhone },
      address: { streetNumber: '20', complement: null },
    }
    expect(await correct(dependencies, corrections)).toEqual({
      ...ACCOUNT,
      ...expected,
      unit: { name: 'Matriz', address: moved },
    })
    expect(dependencies.corrected).toEqual([{ ...expected, address: moved, removesActivationLink: false }])
    expect(dependencies.recorded).toEqual([
      {
        ...entry('employer.corrected'),
        changes: {
          tradeName: { from: employer.tradeName, to: 'Estrela' },
          financialEmail: { from: employer.financialEmail, to: null },
          streetNumber: { from: address.streetNumber, to: '20' },
          complement: { from: address.complement, to: null },
        },
      },
      {
        ...entry('administrator.corrected'),
        changes: { fullName: { from: administrator.fullName, to: 'Maria Souza' } },
      },
    ])
  })

  it('records the replacement of a CNPJ with a CPF as two changes', async () => {
    const dependencies = directory()
    await correct(dependencies, { employer: { taxId: { kind: 'cpf', value: '12345678909' } } })
    const changes = { cpf: { from: null, to: '12345678909' }, cnpj: { from: employer.taxId.value, to: null } }
    expect(dependencies.recorded).toEqual([{ ...entry('employer.corrected'), changes }])
  })

  it('stores and records nothing when no value changes', async () => {
    const dependencies = directory()
    expect(await correct(dependencies, { employer, administrator })).toEqual(ACCOUNT)
    expect([dependencies.corrected, dependencies.recorded, dependencies.queued]).toEqual([[], [], []])
  })

  it("mails a new link to an invited administrator's new address and removes the previous link", async () => {
    const dependencies = directory()
    await correct(dependencies, { administrator: { email: OTHER_EMAIL } })
    expect(dependencies.corrected).toMatchObject([{ removesActivationLink: true }])
    expect(dependencies.queued).toMatchObject([
      { recipient: OTHER_EMAIL, content: { kind: 'administrator-activation' } },
    ])
    expect(dependencies.recorded).toMatchObject([
      { action: 'administrator.invited' },
      { ...entry('administrator.corrected'), changes: { email: { from: administrator.email, to: OTHER_EMAIL } } },
    ])
  })

  it('discards unsent mails to the previous address, and sends a discarded welcome mail to the new one', async () => {
    const dependencies = directory({ ...ACCOUNT, administratorStatus: 'activated' }, [
      { id: 'm1', kind: 'administrator-activation', status: 'failed' },
      { id: 'm2', kind: 'administrator-welcome', status: 'queued' },
    ])
    await correct(dependencies, { administrator: { email: OTHER_EMAIL } })
    expect(dependencies.discarded.toSorted()).toEqual(['m1', 'm2'])
    expect(dependencies.queued).toMatchObject([{ recipient: OTHER_EMAIL, content: { kind: 'administrator-welcome' } }])
  })

  it('removes the link of an invited administrator with a new address, but mails none while the subscription is not active', async () => {
    const canceled = { ...ACCOUNT, subscription: { ...ACCOUNT.subscription, status: 'canceled' as const } }
    const dependencies = directory(canceled)
    await correct(dependencies, { administrator: { email: OTHER_EMAIL } })
    expect(dependencies.corrected).toMatchObject([{ removesActivationLink: true }])
    expect(dependencies.queued).toEqual([])
  })

  it.each([
    ['of an invited administrator changes only in case', 'invited', administrator.email.toUpperCase()],
    ['of an active administrator changes', 'activated', OTHER_EMAIL],
    ['of an administrator without a link changes', 'not-invited', OTHER_EMAIL],
  ] as const)('keeps the link and mails nothing when the e-mail %s', async (_case, administratorStatus, email) => {
    const dependencies = directory({ ...ACCOUNT, administratorStatus })
    await correct(dependencies, { administrator: { email } })
    expect(dependencies.corrected).toMatchObject([{ administrator: { email }, removesActivationLink: false }])
    expect(dependencies.queued).toEqual([])
  })

  it('records and mails nothing when the new e-mail is taken', async () => {
    const dependencies = directory()
    dependencies.stores.accountDirectory.correct = () => Promise.reject(new DomainError('administrator-email-taken'))
    const correction = correct(dependencies, { administrator: { email: OTHER_EMAIL } })
    await expect(correction).rejects.toMatchObject({ kind: 'administrator-email-taken' })
    expect([dependencies.recorded, dependencies.queued]).toEqual([[], []])
  })

  it('rejects an unknown account', async () => {
    const correction = correct(directory({ ...ACCOUNT, id: 'a2' }), { employer: { name: 'Estrela' } })
    await expect(correction).rejects.toMatchObject({ kind: 'account-not-found' })
  })
})
