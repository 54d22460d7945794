import type { Pool, PoolClient } from 'pg'
import type { RecordedOperation } from './record-operations.ts'
import type { Statement } from './wire-statements.ts'

/** A statement with its custom plan (for its values) and its generic plan (for any values). */
export interface ExplainedStatement {
  text: string
  plans: Record<PlanMode, string>
}

const MODES = ['force_custom_plan', 'force_generic_plan'] as const
type PlanMode = (typeof MODES)[number]

/** Deletes an account as if it had never been created, so that its creation can run again. */
const FORGET = [
  'DELETE FROM audit_entries WHERE account_id = $1',
  'DELETE FROM administrators WHERE account_id = $1',
  'DELETE FROM administrator_emails WHERE account_id = $1',
  'DELETE FROM units WHERE account_id = $1',
  'DELETE FROM work_schedules WHERE account_id = $1',
  'DELETE FROM subscriptions WHERE account_id = $1',
  'DELETE FROM employers e USING accounts a WHERE a.id = $1 AND e.partner_id = a.partner_id AND e.number = a.number',
  'DELETE FROM account_search s USING accounts a WHERE a.id = $1 AND s.partner_id = a.partner_id AND s.number = a.number',
  // The partner may have later accounts. The account's own number is the free one.
  'UPDATE partners p SET account_count = a.number - 1 FROM accounts a WHERE a.id = $1 AND p.id = a.partner_id',
  'DELETE FROM accounts WHERE id = $1',
  // Stored responses do not reveal their account, so all of them are deleted.
  'DELETE FROM idempotent_creations WHERE $1::text IS NOT NULL',
]

/** Runs EXPLAIN (ANALYZE, BUFFERS) on the statements of an operation in order, and rolls back. */
export async function explainStatements(
  pool: Pool,
  { statements, createdId }: RecordedOperation,
): Promise<ExplainedStatement[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Other operations store only audit entries.
    const values = statements.flatMap((statement) => statement.values)
    await client.query('DELETE FROM audit_entries WHERE id = ANY($1)', [values])
    if (createdId !== undefined) for (const statement of FORGET) await client.query(statement, [createdId])
    const explained: ExplainedStatement[] = []
    for (const statement of statements.filter(isExplainable)) explained.push(await explain(client, statement))
    return explained
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Statements of the service begin with a comment that contains their name. */
const isExplainable = ({ text }: Statement) => /^\s*(\/\*.*?\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)

async function explain(client: PoolClient, { text, values }: Statement): Promise<ExplainedStatement> {
  const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(value)))
  const parameters = literals.length > 0 ? `(${literals.join(', ')})` : ''
  const plans = {} as Record<PlanMode, string>
  await client.query(`PREPARE explained AS ${text}`)
  for (const mode of MODES) {
    // Rolls back the first run, because a second insert would conflict. Keeps the last run for the statements after it.
    await client.query(mode === MODES[0] ? 'SAVEPOINT once' : 'ROLLBACK TO once')
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) EXECUTE explained${parameters}`,
    )
    plans[mode] = rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  await client.query('DEALLOCATE explained')
  return { text, plans }
}
