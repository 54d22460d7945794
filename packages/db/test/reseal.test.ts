import { createIdGenerator, createWebhook, type SealingKeys } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { expect, it } from 'vitest'
import { openInMemory } from './open-in-memory.ts'
import { addPartner } from './store-contracts.ts'

type SealingKey = SealingKeys[0]

const WEBHOOKS = {
  newId: createIdGenerator(),
  findWebhookUrlError: () => undefined,
  webhookPace: { count: () => Promise.resolve() },
}
const keyOf = (kid: string): SealingKey => ({ ...newSealingKeys()[0], kid })

it('what another key sealed is sealed by the first key, and can be read once the other key is removed', async () => {
  const old = keyOf('s1')
  const latest = keyOf('s2')
  const lost = keyOf('s0')
  // The database reads the keyring of its instance, which is restarted with other keys here.
  const keys: [SealingKey, ...SealingKey[]] = [lost]
  const restartWith = (...others: [SealingKey, ...SealingKey[]]) => keys.splice(0, keys.length, ...others)
  const { stores, transact, webhookQueue, prisma, ...database } = await openInMemory(keys)
  const partnerId = await addPartner({ stores, prisma, transact, webhookQueue, ...database })
  const content = { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' } as const
  const queueMail = () => stores.mails.queue({ recipient: 'ana@empresa.example', content })
  const unreadable = await queueMail()

  restartWith(old)
  const mail = await queueMail()
  const actor = { kind: 'service' } as const
  const input = { actor, partnerId, url: 'https://revenda.example', types: [] }
  const webhook = await createWebhook({ ...WEBHOOKS, transact }, input)
  await stores.webhooks.rotateSecret(webhook, 'whsec_AAAA')
  const user = { id: WEBHOOKS.newId(), partnerId }
  await prisma.portalUser.create({ data: { ...user, email: '', name: 'Ana', permissions: [], terms: '' } })
  await stores.secondFactors.begin(user, 'second factor')

  restartWith(latest, old)
  // Only the mail by the lost key is left.
  expect(await database.reseal()).toEqual({ mails: 1, second_factors: 0, webhook_endpoints: 0 })
  restartWith(latest)
  expect((await stores.mails.find(mail))?.content).toEqual(content)
  await expect(stores.mails.find(unreadable)).rejects.toMatchObject({ kind: 'mail-key-removed' })
  const [delivery] = await webhookQueue.claim(1, 60)
  expect(delivery?.secrets).toEqual(['whsec_AAAA', webhook.secret])
  expect(await stores.secondFactors.find(user)).toMatchObject({ secret: 'second factor' })
  await database.close()
})
