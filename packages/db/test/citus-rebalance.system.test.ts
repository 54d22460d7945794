import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createAccount, createIdGenerator, DomainError } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { citusPrograms, startCitus } from '@partner-accounts/local-servers'
import { describe, expect, it } from 'vitest'
import { databasesOfThisFile } from './opened-databases.ts'
import { addPartner } from './store-contracts.ts'

const programs = citusPrograms()
const { openMigrated } = databasesOfThisFile()
const SCRIPT = fileURLToPath(new URL('../scripts/distribute.mjs', import.meta.url))
/** Few shards, because each takes seconds to move. Moving them without blocking reads the log of changes. */
const SETTINGS = ['citus.shard_count=4', 'wal_level=logical']
/** Pause between two creations of a partner, in which the servers can move rows. */
const PAUSE_MS = 50

const isUnavailable = (error: unknown) => error instanceof DomainError && error.kind === 'storage-unavailable'

describe.skipIf(!programs)('a growing Citus cluster (requires the extension Citus)', () => {
  it('loses no acknowledged creation while a worker is added and rows move to it', { timeout: 400_000 }, async () => {
    const cluster = await startCitus(programs!, { workers: 1, settings: SETTINGS })
    try {
      const database = await openMigrated({ url: cluster.url })
      await promisify(execFile)(process.execPath, [SCRIPT], { env: { ...process.env, DATABASE_URL: cluster.url } })
      const { stores, pool } = database
      const newId = createIdGenerator()
      const sealingKeys = newSealingKeys()
      const created = new Map<string, number>()
      const rejections: unknown[] = []
      let isMoving = true
      const createUntilMoved = async (partnerId: string) => {
        while (isMoving) {
          const creation = { creator: { userId: newId(), partnerId }, request: sampleCreateAccountRequest() }
          await createAccount(
            { stores, newId, sealingKeys, subscriptionActivation: 'immediate' },
            { ...creation, idempotencyKey: undefined },
          ).then(
            () => created.set(partnerId, (created.get(partnerId) ?? 0) + 1),
            (error: unknown) => rejections.push(error),
          )
          await wait(PAUSE_MS)
        }
      }
      const partners = await Promise.all(Array.from({ length: 4 }, () => addPartner(database)))
      const creating = Promise.all(partners.map(createUntilMoved))
      await cluster.addWorker()
      await pool.query('SELECT citus_rebalance_start()')
      const countUnfinished = async () =>
        (await pool.query("SELECT FROM pg_dist_background_task WHERE status NOT IN ('done', 'cancelled')")).rowCount
      await expect.poll(countUnfinished, { timeout: 300_000, interval: 500 }).toBe(0)
      isMoving = false
      await creating

      // Clients receive 503 and may retry.
      expect(rejections.filter((error) => !isUnavailable(error))).toEqual([])
      const { rows } = await pool.query(
        "SELECT count(DISTINCT nodeport)::int AS nodes FROM citus_shards WHERE table_name = 'accounts'::regclass",
      )
      expect(rows).toEqual([{ nodes: 2 }])
      for (const partnerId of partners) {
        const { items, total } = await stores.accounts.page(partnerId, 1, 100)
        expect(total).toBe(created.get(partnerId))
        expect(items).toHaveLength(Math.min(100, total))
      }
    } finally {
      await cluster.stop()
    }
  })
})
