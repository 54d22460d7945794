import { expect, it } from 'vitest'
import { createIdGenerator } from '@partner-accounts/core'
import { ACTIVITY, ACTIVITY_OF_ACTOR } from '../src/audit/activity.ts'
import { AFTER_ALL_IDS } from '../src/keys.ts'
import { explain, nodesOf, rowsRead } from './explain.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const newId = createIdGenerator()
const { openMigrated } = databasesOfThisFile()
const ENTRIES = 20_000
const OTHER_PARTNERS = 10
/** Maximum number of rows that a page reads, far fewer than there are entries. */
const MAX_ROWS = 300
const ACTIONS = ['portal-user.invited', 'portal-user.disabled', 'account.created']

it('the activity of a partner is read from an index for any number of entries', async () => {
  const { pool } = await openMigrated({ directory: undefined })
  const partnerId = newId()
  const actorId = newId()
  const otherActorId = newId()
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
  // ANALYZE reads all entries, not a random sample.
  await pool.query('SET default_statistics_target = 1000')
  await pool.query('VACUUM ANALYZE audit_entries')

  const sought = { partnerId, actions: ACTIONS, fromId: '', beforeId: AFTER_ALL_IDS, limit: 51 }
  const plans = [
    ['audit_entries_partner_id_action_id_idx', await explain(pool, ACTIVITY, sought)],
    [
      'audit_entries_partner_id_actor_name_action_id_idx',
      await explain(pool, ACTIVITY_OF_ACTOR, { ...sought, actorId }),
    ],
  ] as const
  for (const [index, plan] of plans) {
    const nodes = nodesOf(plan)
    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    expect(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'audit_entries'),
    ).toEqual([])
    expect(rowsRead(plan)).toBeLessThan(MAX_ROWS)
  }
})
