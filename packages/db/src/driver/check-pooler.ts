import { DatabaseError, type PoolClient } from 'pg'
import { DatabaseStartError } from './start-error.ts'

/** SQLSTATEs of a prepared statement that is missing, or whose name another client uses. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05'])

/**
 * Rejects a transaction pooler without prepared statements, where requests would fail at random. Executes a prepared
 * statement twice. In between, open transactions of the other clients make the pooler assign another connection.
 *
 * @throws DatabaseStartError that names the remedy
 */
export async function checkPreparedStatements([probe, ...others]: readonly PoolClient[]): Promise<void> {
  const execute = () => probe!.query({ name: 'pooler_probe', text: 'SELECT 1' })
  try {
    await execute()
    for (const other of others) await other.query('BEGIN')
    await execute()
  } catch (error) {
    if (!(error instanceof DatabaseError) || !PREPARED_ELSEWHERE.has(error.code ?? '')) throw error
    throw new DatabaseStartError(
      'DATABASE_URL leads to a pooler that assigns connections by transaction and does not support prepared statements: ' +
        'set DATABASE_PREPARED_STATEMENTS=off, or use its session mode, or PgBouncer 1.21 with max_prepared_statements',
      error,
    )
  }
  for (const other of others) await other.query('ROLLBACK')
}
