import { describe, expect, it } from 'vitest'
import { stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import type { AccountOverview } from './account-overview.ts'
import { resendActivationMail } from './partner-account.ts'
import type { RecordedAuditEntry } from '../audit/audit-entry.ts'

const ACCOUNT = {
  id: 'a1',
  partnerId: 'p1',
  administratorStatus: 'invited',
  subscription: { status: 'active' },
} as AccountOverview
const ADMINISTRATOR = {
  accountId: 'a1',
  partnerId: 'p1',
  accountName: 'Padaria',
  fullName: 'Maria',
  email: 'maria@padaria.example',
  mobilePhone: '11987654321',
}
const ACTOR = { kind: 'portal-user', id: 'u1' } as const

function createDependencies(account: Partial<AccountOverview> = {}, trail: Partial<RecordedAuditEntry>[] = []) {
  const { queued, mails } = stubOutbox()
  const auditEntries = () => Promise.resolve({ items: trail as RecordedAuditEntry[], nextCursor: null })
  const stubs = stubDependencies({
    records: { auditEntries },
    accountDirectory: { lock: () => Promise.resolve({ ...ACCOUNT, ...account }) },
    administrators: { invite: () => Promise.resolve(ADMINISTRATOR) },
    accounts: { find: () => Promise.resolve(undefined) },
    partners: { find: () => Promise.resolve(undefined), findTestPartner: () => Promise.resolve(undefined) },
    mails,
  })
  return { ...stubs, queued }
}
const resend = (dependencies: ReturnType<typeof createDependencies>, partnerId = 'p1') =>
  resendActivationMail(dependencies, { actor: ACTOR, partnerId, id: 'a1' })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('resendActivationMail', () => {
  it('queues a mail with a new link and records who sent it', async () => {
    const dependencies = createDependencies({}, [{ action: 'subscription.activated', at: minutesAgo(11) }])
    await resend(dependencies)
    expect(dependencies.queued).toMatchObject([
      {
        recipient: 'maria@padaria.example',
        partnerId: 'p1',
        accountId: 'a1',
        content: {
          kind: 'administrator-activation',
          name: 'Maria',
          accountName: 'Padaria',
          activationToken: expect.stringMatching(/^paa_/) as string,
        },
      },
    ])
    expect(dependencies.recorded).toEqual([
      { actor: ACTOR, action: 'administrator.invited', subjectId: 'a1', partnerId: 'p1', accountId: 'a1' },
    ])
  })

  it.each([
    ['an administrator who is active', 'administrator-already-active', { administratorStatus: 'activated' }],
    ['a pending subscription', 'subscription-not-active', { subscription: { status: 'pending' } }],
    ['a canceled subscription', 'subscription-not-active', { subscription: { status: 'canceled' } }],
    ['an account of another partner', 'account-not-found', { partnerId: 'p2' }],
  ] as const)('rejects %s with %s and sends nothing', async (_case, kind, account) => {
    const dependencies = createDependencies(account as Partial<AccountOverview>)
    await expect(resend(dependencies)).rejects.toMatchObject({ kind })
    expect(dependencies.queued).toEqual([])
  })

  it.each(['administrator.invited', 'subscription.activated'] as const)(
    'rejects a mail less than ten minutes after %s, and reports when the next may be sent',
    async (action) => {
      const dependencies = createDependencies({}, [
        { action: 'account.created', at: minutesAgo(0) },
        { action, at: minutesAgo(9) },
      ])
      await expect(resend(dependencies)).rejects.toMatchObject({
        kind: 'activation-mail-just-sent',
        retryAfterSeconds: 60,
      })
      expect(dependencies.queued).toEqual([])
    },
  )
})
