import type { Pool, PoolClient } from 'pg'
import type { RecordedOperation } from './record-operations.ts'
import type { Statement } from './wire-statements.ts'

export interface ExplainedStatement {
  text: string
  /** The plan for the recorded values. */
  custom: string
  /** The plan for any values; undefined on Citus, which uses only custom plans. */
  generic: string | undefined
}

/** Undoes an account's creation, so that its statements can run again. */
const UNDO_CREATION = [
  'DELETE FROM audit_entries WHERE account_id = $1',
  'DELETE FROM administrator_emails WHERE account_id = $1',
  'DELETE FROM units WHERE account_id = $1',
  'DELETE FROM work_schedules WHERE account_id = $1',
  'DELETE FROM subscriptions WHERE account_id = $1',
  // Lets the repeated creation take the same number, although the partner may have later accounts.
  'UPDATE partners p SET account_count = a.number - 1 FROM accounts a WHERE a.id = $1 AND p.id = a.partner_id',
  'DELETE FROM accounts WHERE id = $1',
  // A stored response does not reveal its account, so all of them are deleted. The condition, which is always true, uses
  // the parameter.
  'DELETE FROM idempotent_creations WHERE $1::text IS NOT NULL',
]

/** Explains the recorded statements with their values, in a transaction that is rolled back. */
export async function explainStatements(
  pool: Pool,
  { statements, createdId }: RecordedOperation,
): Promise<ExplainedStatement[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Deletes the audit entries that the recorded run stored, so that they do not conflict. Their ids are among the values.
    const values = statements.flatMap((statement) => statement.values)
    await client.query('DELETE FROM audit_entries WHERE id = ANY($1)', [values])
    if (createdId !== undefined) {
      for (const statement of UNDO_CREATION) await client.query(statement, [createdId])
    }
    const isCitus = (await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rowCount === 1
    const explained: ExplainedStatement[] = []
    const how: How = {
      withGeneric: !isCitus,
      // On Citus, ANALYZE would execute the parts of a creation twice.
      explain: isCitus && createdId !== undefined ? 'EXPLAIN' : 'EXPLAIN (ANALYZE, BUFFERS)',
    }
    for (const statement of statements.filter(isExplainable)) explained.push(await explain(client, statement, how))
    return explained
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Returns whether EXPLAIN accepts a statement. The service's statements begin with a comment that names them. */
const isExplainable = ({ text }: Statement) => /^\s*(\/\*.*?\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)

interface How {
  /** Prefix of the statement, EXPLAIN with its options. */
  explain: string
  /** Whether the generic plan is explained, too. */
  withGeneric: boolean
}

async function explain(client: PoolClient, { text, values }: Statement, how: How): Promise<ExplainedStatement> {
  const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(value)))
  const parameters = literals.length > 0 ? `(${literals.join(', ')})` : ''
  await client.query(`PREPARE explained AS ${text}`)
  const planOf = async (mode: string) => {
    await client.query(`SET LOCAL plan_cache_mode = ${mode}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`${how.explain} EXECUTE explained${parameters}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  await client.query('SAVEPOINT once')
  const custom = await planOf('force_custom_plan')
  let generic: string | undefined
  if (how.withGeneric) {
    // Undoes the first run, because a second insert would conflict. Keeps the second run, which later statements read.
    await client.query('ROLLBACK TO once')
    generic = await planOf('force_generic_plan')
  }
  await client.query('DEALLOCATE explained')
  return { text, custom, generic }
}

export function formatPlans(
  target: string,
  { operation, statements }: RecordedOperation,
  explained: readonly ExplainedStatement[],
): string {
  const sections = explained.map(({ text, custom, generic }, index) =>
    [
      `### ${index + 1}`,
      fence(text, 'sql'),
      'Custom plan, for these values:',
      fence(custom),
      ...(generic === undefined ? [] : ['Generic plan, for any values:', fence(generic)]),
    ].join('\n\n'),
  )
  return [`## ${target}: ${operation.title} (${statements.length} round trips)`, ...sections, ''].join('\n\n')
}

const fence = (text: string, language = '') => `\`\`\`${language}\n${text.trim()}\n\`\`\``
