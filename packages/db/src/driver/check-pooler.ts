import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { DatabaseStartError } from './start-error.ts'

/** Enough to give the probe another server connection. */
const OTHER_CLIENTS = 3
/** A prepared statement is missing, or another client uses its name. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05'])

/**
 * Rejects a transaction pooler without prepared statements, where requests would fail at random: executes a prepared
 * statement again after the pooler had to reassign its connection.
 * @throws DatabaseStartError that names the remedy
 */
export async function checkPooler(pool: Pool): Promise<void> {
  const clients: PoolClient[] = []
  try {
    const connect = async () => {
      const client = await pool.connect()
      clients.push(client)
      return client
    }
    const probe = await connect()
    const execute = () => probe.query({ name: 'pooler_probe', text: 'SELECT 1' })
    await execute()
    const otherClients = Math.min(OTHER_CLIENTS, (pool.options.max ?? 1) - 1)
    for (let index = 0; index < otherClients; index++) await (await connect()).query('BEGIN')
    await execute()
  } catch (error) {
    if (!(error instanceof DatabaseError) || !PREPARED_ELSEWHERE.has(error.code ?? '')) throw error
    throw new DatabaseStartError(
      'DATABASE_URL leads to a pooler that assigns connections by transaction and does not support prepared statements: ' +
        'set DATABASE_PREPARED_STATEMENTS=off, or use its session mode, or PgBouncer 1.21 with max_prepared_statements',
      error,
    )
  } finally {
    // Ends their transactions.
    for (const client of clients) client.release(true)
  }
}
