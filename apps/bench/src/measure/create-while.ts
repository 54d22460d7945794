import type { Pool } from 'pg'
import type { PlainRequest } from '../operations.ts'
import { send } from '../responses/probe.ts'

export interface Creations {
  created: number
  /** Number of failures by status. */
  failed: Record<number, number>
  longestMs: number
  /** Acknowledged, but missing in the database. */
  lost: number
}

/** Creates accounts without a pause while `work` runs. Each of the `creators` sends one request at a time. */
export async function createWhile(
  { pool, baseUrl, creators }: { pool: Pool; baseUrl: string; creators: readonly (() => PlainRequest)[] },
  work: () => Promise<void>,
): Promise<Creations> {
  const ids: string[] = []
  const failed: Creations['failed'] = {}
  let longestMs = 0
  let isWorking = true
  const create = async (next: () => PlainRequest) => {
    while (isWorking) {
      const startedAt = performance.now()
      const { status, body } = await send(baseUrl, next())
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      if (status === 200) ids.push((body as { _id: string })._id)
      else failed[status] = (failed[status] ?? 0) + 1
    }
  }
  const creating = Promise.all(creators.map(create))
  await work().finally(() => {
    isWorking = false
  })
  await creating
  const { rowCount } = await pool.query('SELECT id FROM accounts WHERE id = ANY($1)', [ids])
  return { created: ids.length, failed, longestMs, lost: ids.length - (rowCount ?? 0) }
}
