import { expect, it } from 'vitest'
import { createIdGenerator } from '@partner-accounts/core'
import { ACTIVITY, ACTIVITY_OF_USER } from '../src/sql/activity-statements.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated } = databasesOfThisFile()
const ENTRIES = 20_000
const OTHER_PARTNERS = 10
const ACTIONS = ['portal-user.invited', 'portal-user.disabled', 'account.created']

it('the activity of a partner is read from an index, whatever the number of entries', async () => {
  const { pool } = await openMigrated({ directory: undefined })
  const [partnerId, actorId, otherActorId] = [newId(), newId(), newId()]
  const insert = (prefix: string, partner: string, actor: string, action: string, count: number) =>
    pool.query(
      `INSERT INTO audit_entries (id, actor_kind, actor_name, action, subject_id, partner_id)
       SELECT $1 || lpad(to_hex(n), 23, '0'), 'portal-user', $2, $3, 'a', $4 FROM generate_series(1, $5::int) AS n`,
      [prefix, actor, action, partner, count],
    )
  await insert('a', partnerId, actorId, 'portal-user.invited', 3)
  await insert('b', partnerId, otherActorId, 'account.created', ENTRIES)
  // The entries of many partners, as in a database of any size.
  const perPartner = ENTRIES / OTHER_PARTNERS
  for (let other = 0; other < OTHER_PARTNERS; other++) {
    await insert(`c${other.toString(16)}`, newId(), otherActorId, 'account.created', perPartner)
  }
  await pool.query('VACUUM ANALYZE audit_entries')

  const sought = { partnerId, actions: ACTIONS, fromId: '', beforeId: 'g', limit: 51, actorId }
  for (const [statement, index] of [
    [ACTIVITY, 'audit_entries_partner_id_action_id_idx'],
    [ACTIVITY_OF_USER, 'audit_entries_partner_id_actor_name_action_id_idx'],
  ] as const) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ${statement.text}`,
      statement.values(sought),
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan on audit_entries')
    // Rows that a scan reads without returning them.
    const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
    expect(Math.max(0, ...removed)).toBeLessThan(100)
  }
})
