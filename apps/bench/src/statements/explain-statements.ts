import type { Pool, PoolClient } from 'pg'
import type { RecordedOperation } from './record-operations.ts'
import type { Statement } from './wire-statements.ts'

/** How PostgreSQL runs a statement: planned for its values, and planned once for any. */
export interface ExplainedStatement {
  text: string
  plans: Record<PlanMode, string>
}

const MODES = ['force_custom_plan', 'force_generic_plan'] as const
type PlanMode = (typeof MODES)[number]

/** Takes an account away as if it had not been created, so that its statements can run once more. */
const FORGET = [
  'DELETE FROM audit_entries WHERE account_id = $1',
  'DELETE FROM administrators WHERE account_id = $1',
  'DELETE FROM units WHERE account_id = $1',
  'DELETE FROM work_schedules WHERE account_id = $1',
  'DELETE FROM subscriptions WHERE account_id = $1',
  'DELETE FROM employers e USING accounts a WHERE a.id = $1 AND e.partner_id = a.partner_id AND e.number = a.number',
  // Others of the partner may have come after it: the number that is free is its own.
  'UPDATE partners p SET account_count = a.number - 1 FROM accounts a WHERE a.id = $1 AND p.id = a.partner_id',
  'DELETE FROM accounts WHERE id = $1',
  // Answers kept under a key do not tell of which account they are: all go.
  'DELETE FROM idempotent_creations WHERE $1::text IS NOT NULL',
]

/** EXPLAIN (ANALYZE, BUFFERS) of the statements of an operation, run in their order and rolled back. */
export async function explainStatements(
  pool: Pool,
  { statements, createdId }: RecordedOperation,
): Promise<ExplainedStatement[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    if (createdId !== undefined) for (const statement of FORGET) await client.query(statement, [createdId])
    const explained: ExplainedStatement[] = []
    for (const statement of statements.filter(isExplainable)) explained.push(await explain(client, statement))
    return explained
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** The service's own begin with their name, in a comment. */
const isExplainable = ({ text }: Statement) => /^\s*(\/\*.*?\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)

async function explain(client: PoolClient, { text, values }: Statement): Promise<ExplainedStatement> {
  const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(value)))
  const parameters = literals.length > 0 ? `(${literals.join(', ')})` : ''
  const plans = {} as Record<PlanMode, string>
  await client.query(`PREPARE explained AS ${text}`)
  for (const mode of MODES) {
    // Run twice, a statement that stores would meet itself; the last run stays for the statements after it.
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
