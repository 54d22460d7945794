import { expect, it } from 'vitest'
import type { StoredActivation } from '../identity/activation-link.ts'
import { sha256 } from '../secrets/secrets.ts'
import { OPERATOR, stubDependencies, stubOutbox, SUBSCRIPTION } from '../../test/stub-dependencies.ts'
import { resendActivation } from './resend-activation.ts'
import type { SubscriptionStatus } from '../accounts/subscription.ts'

/** Stores with one account, whose administrator has or has not chosen a password. */
function storesWith(status: SubscriptionStatus, isAdministratorActive = false) {
  const { queued, mails } = stubOutbox()
  const links: StoredActivation[] = []
  const subscription = { ...SUBSCRIPTION, status }
  const maria = {
    fullName: 'Maria',
    email: 'maria@estrela.example',
    mobilePhone: '11987654321',
    accountName: 'Padaria',
  }
  const dependencies = stubDependencies({
    subscriptions: { find: (accountId) => Promise.resolve(accountId === 'a1' ? subscription : undefined) },
    administrators: {
      invite(accountId, link) {
        if (isAdministratorActive) return Promise.resolve(undefined)
        links.push(link)
        return Promise.resolve({ ...maria, accountId, partnerId: 'p1' })
      },
    },
    mails,
  })
  return { ...dependencies, links, queued }
}

it('resendActivation mails only the link whose hash it stores, and records the invitation', async () => {
  const dependencies = storesWith('active')
  await resendActivation(dependencies, { actor: OPERATOR, accountId: 'a1' })
  const content = { kind: 'administrator-activation', name: 'Maria', accountName: 'Padaria' }
  const mail = { recipient: 'maria@estrela.example', partnerId: 'p1', accountId: 'a1', content }
  expect(dependencies.queued).toMatchObject([mail])
  const { activationToken } = dependencies.queued[0]!.content as { activationToken: string }
  expect(dependencies.links).toMatchObject([{ tokenHash: sha256(activationToken) }])
  expect(dependencies.recorded).toEqual([
    { actor: OPERATOR, action: 'administrator.invited', subjectId: 'a1', partnerId: 'p1', accountId: 'a1' },
  ])
})

it.each([
  ['an unknown account', storesWith('active'), 'a2', 'account-not-found'],
  ['a pending subscription', storesWith('pending'), 'a1', 'subscription-not-active'],
  ['a canceled subscription', storesWith('canceled'), 'a1', 'subscription-not-active'],
  ['an active administrator', storesWith('active', true), 'a1', 'administrator-already-active'],
])('resendActivation rejects %s and sends nothing', async (_case, dependencies, accountId, kind) => {
  await expect(resendActivation(dependencies, { actor: OPERATOR, accountId })).rejects.toMatchObject({ kind })
  expect([dependencies.links, dependencies.queued, dependencies.recorded]).toEqual([[], [], []])
})
