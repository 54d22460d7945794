import { createIdGenerator, createWebhook, type SealingKeys } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { expect, it } from 'vitest'
import { openInMemory } from './open-in-memory.ts'
import { addPartner } from './store-contracts.ts'

type SealingKey = SealingKeys[0]
type Keyring = [SealingKey, ...SealingKey[]]

const WEBHOOKS = {
  newId: createIdGenerator(),
  findWebhookUrlError: () => undefined,
  webhookPace: { count: () => Promise.resolve() },
}
const keyOf = (kid: string): SealingKey => ({ ...newSealingKeys()[0], kid })

/** Replaces the keys in the keyring that a database reads, as if the instance were restarted with other keys. */
const replaceKeys = (keyring: Keyring, ...keys: Keyring) => keyring.splice(0, keyring.length, ...keys)

it('reseal encrypts everything with the first key, so the old key can be removed', async () => {
  const old = keyOf('s1')
  const latest = keyOf('s2')
  const lost = keyOf('s0')
  const keyring: Keyring = [lost]
  const database = await openInMemory(keyring)
  const { stores, transact, webhookQueue, prisma } = database
  const partnerId = await addPartner(database)
  const content = { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' } as const
  const queueMail = () => stores.mails.queue({ recipient: 'ana@empresa.example', content })
  const unreadable = await queueMail()

  // More unreadable mails than `reseal` reads at a time.
  const furtherMails = 120
  await prisma.$executeRaw`
    INSERT INTO mails (id, partner_id, kind, priority, recipient, recipient_key, sealed_content)
    SELECT lpad(n::text, 24, '0'), partner_id, kind, priority, recipient, recipient_key, sealed_content
    FROM mails, generate_series(1, ${furtherMails}::int) AS n`

  replaceKeys(keyring, old)
  const mail = await queueMail()
  const actor = { kind: 'service' } as const
  const input = { actor, partnerId, url: 'https://revenda.example', types: [] }
  const webhook = await createWebhook({ ...WEBHOOKS, transact }, input)
  await stores.webhooks.rotateSecret(webhook, 'whsec_AAAA')
  const user = { id: WEBHOOKS.newId(), partnerId }
  await prisma.portalUser.create({ data: { ...user, email: '', name: 'Ana', permissions: [], terms: '' } })
  await stores.secondFactors.begin(user, 'second factor')

  replaceKeys(keyring, latest, old)
  // Only the mails that the lost key sealed are left.
  expect(await database.reseal()).toEqual({ mails: 1 + furtherMails, second_factors: 0, webhook_endpoints: 0 })
  replaceKeys(keyring, latest)
  expect((await stores.mails.find(mail))?.content).toEqual(content)
  await expect(stores.mails.find(unreadable)).rejects.toMatchObject({ kind: 'mail-key-removed' })
  const [delivery] = await webhookQueue.claim(1, 60)
  expect(delivery?.secrets).toEqual(['whsec_AAAA', webhook.secret])
  expect(await stores.secondFactors.find(user)).toMatchObject({ secret: 'second factor' })
  await database.close()
})

it('claiming a delivery seals the secret of its endpoint with the first key', async () => {
  const old = keyOf('s1')
  const latest = keyOf('s2')
  const keyring: Keyring = [old]
  const database = await openInMemory(keyring)
  const { stores, transact, webhookQueue, prisma } = database
  const input = { actor: { kind: 'service' } as const, url: 'https://revenda.example', types: [] }
  const partnerId = await addPartner(database)
  const webhook = await createWebhook({ ...WEBHOOKS, transact }, { ...input, partnerId })
  const claim = async () => {
    await prisma.webhookDelivery.updateMany({ data: { dueAt: new Date(0) } })
    return (await webhookQueue.claim(1, 60))[0]?.secrets
  }
  // Without the old key, the secret cannot be read.
  replaceKeys(keyring, latest)
  expect(await claim()).toEqual([])
  // With both keys, the claim seals the secret with the latest key.
  replaceKeys(keyring, latest, old)
  expect(await claim()).toEqual([webhook.secret])
  // The old key is no longer necessary.
  replaceKeys(keyring, latest)
  expect(await claim()).toEqual([webhook.secret])
  expect(await stores.webhooks.find(webhook.id, partnerId)).toMatchObject({ id: webhook.id })
  await database.close()
})
