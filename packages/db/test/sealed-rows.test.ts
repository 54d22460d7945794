import { createIdGenerator, createWebhook, type SealingKeys } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { openInMemory } from './open-in-memory.ts'
import { addPartner } from './store-contracts.ts'

const WEBHOOKS = {
  newId: createIdGenerator(),
  findWebhookUrlError: () => undefined,
  webhookPace: { count: () => Promise.resolve() },
}
const keys: SealingKeys = [{ ...newSealingKeys()[0], kid: 's1' }]
let database: Database | undefined
afterAll(() => database?.close())

it('a mail and a webhook whose sealed values were changed are claimed with an error, and keep no others waiting', async () => {
  database = await openInMemory(keys)
  const { stores, transact, mailQueue, webhookQueue, pool } = database
  const content = { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' } as const
  const queue = () => stores.mails.queue({ recipient: 'ana@empresa.example', content })
  const changed = await queue()
  const intact = await queue()
  const changeByte = (table: string, column: string, id: string) =>
    pool.query(`UPDATE ${table} SET ${column} = set_byte(${column}, 40, 255 - get_byte(${column}, 40)) WHERE id = $1`, [
      id,
    ])
  await changeByte('mails', 'sealed_content', changed)
  await expect(stores.mails.find(changed)).rejects.toThrow('unable to authenticate')
  await pool.query('UPDATE mails SET due_at = $1', [new Date(0)])
  const mails = await mailQueue.claim(10, 60)
  expect(new Map(mails.map((mail) => [mail.id, mail.content]))).toEqual(
    new Map<string, unknown>([
      [changed, expect.any(Error)],
      [intact, content],
    ]),
  )

  const input = {
    actor: { kind: 'service' },
    partnerId: await addPartner(database),
    url: 'https://a.example',
  } as const
  const create = () => createWebhook({ ...WEBHOOKS, transact }, { ...input, types: [] })
  const broken = await create()
  const working = await create()
  await changeByte('webhook_endpoints', 'sealed_secret', broken.id)
  const deliveries = await webhookQueue.claim(10, 60)
  expect(new Map(deliveries.map(({ webhook, secrets }) => [webhook.id, secrets]))).toEqual(
    new Map<string, unknown>([
      [broken.id, expect.any(Error)],
      [working.id, [working.secret]],
    ]),
  )
})

/** Rejects outcomes of mails. */
const REJECT_OUTCOMES = `
  CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected'; END $$;
  CREATE TRIGGER reject BEFORE UPDATE ON mails FOR EACH ROW EXECUTE FUNCTION reject()`

it('record fails if the outcome of a mail cannot be stored, so that the worker notices', async () => {
  database ??= await openInMemory(keys)
  const { stores, mailQueue, pool } = database
  const content = { kind: 'administrator-welcome', name: 'Ana', accountName: 'Padaria' } as const
  await stores.mails.queue({ recipient: 'ana@empresa.example', content })
  await pool.query('UPDATE mails SET due_at = $1', [new Date(0)])
  const claimed = await mailQueue.claim(10, 60)
  await pool.query(REJECT_OUTCOMES)
  const outcomes = claimed.map((delivery) => ({ delivery, report: undefined }))
  await expect(mailQueue.record(outcomes)).rejects.toThrow('rejected')
  await pool.query('DROP TRIGGER reject ON mails')
  await mailQueue.record(outcomes)
  expect(await mailQueue.state(10)).toMatchObject({ queued: 0 })
})
