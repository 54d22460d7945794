import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/index.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated } = databasesOfThisFile()

/** During a rolling update, instances of this release read what instances of the next one write. */
describe('Rows of a later release', () => {
  let database: Database
  beforeAll(async () => {
    database = await openMigrated({ directory: undefined })
    await database.pool.query("ALTER TYPE permission ADD VALUE 'reports:read'")
    await database.pool.query("ALTER TYPE mail_kind ADD VALUE 'monthly_report'")
  })

  it('with an unknown permission are users with the others, in every query', async () => {
    const { stores, pool } = database
    const [id, partnerId] = [newId(), newId()]
    const email = `${id}@revenda.example`
    await stores.partners.add({ id: partnerId, name: 'Revenda', couponId: null })
    await stores.portalUsers.add({
      id,
      partnerId,
      kind: 'person',
      email,
      name: 'Ana',
      status: 'active',
      permissions: ['accounts:read'],
      passwordHash: 'hash',
      activation: null,
    })
    await pool.query("UPDATE portal_users SET permissions = permissions || '{reports:read}' WHERE id = $1", [id])
    const user = { id, permissions: ['accounts:read'] }
    expect(await stores.portalUsers.findAccess(id, partnerId)).toMatchObject({ permissions: ['accounts:read'] })
    expect(await stores.portalUsers.find(id)).toMatchObject(user)
    expect(await stores.portalUsers.list(partnerId, { limit: 5 })).toMatchObject([user])
    expect(await stores.portalUsers.change(id, { name: 'Bia' })).toMatchObject({ ...user, name: 'Bia' })
    expect(await stores.portalUsers.endSessions(id)).toMatchObject(user)
  })

  it('with an unknown kind are mails that can be claimed, listed, read and retried', async () => {
    const { stores, transact, pool, mailDeliveries } = database
    const content = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' } as const
    const id = await stores.mails.queue({ recipient: 'ana@revenda.example', content })
    await pool.query("UPDATE mails SET kind = 'monthly_report' WHERE id = $1", [id])
    const mail = await mailDeliveries.claim(60)
    expect(mail).toMatchObject({ id })
    await mailDeliveries.markFailed(mail!, 'TypeError', undefined)
    const { items } = await stores.operatorQueries.mails({}, { limit: 5 })
    const failed = { id, kind: 'monthly-report', status: 'failed' }
    expect(items).toMatchObject([failed])
    expect(await stores.mails.find(id)).toMatchObject(failed)
    expect(await transact(({ mails }) => mails.retry([id]))).toMatchObject([{ ...failed, status: 'queued' }])
  })
})
