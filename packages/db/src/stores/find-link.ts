import type { LinkKey } from '@partner-accounts/core'
import type { RunStatement } from '../driver/statements.ts'
import type { LinkStatement } from '../sql/link-statements.ts'

/**
 * Finds a link among the rows of its partner. The tokens of earlier releases contain no partner, so a link that is not
 * there is searched among the rows of all partners.
 */
export async function findLink<Row>(
  run: RunStatement,
  statement: LinkStatement<Row>,
  link: LinkKey,
): Promise<Row | undefined> {
  const { partnerId, tokenHash } = link
  const [row] = await run(...statement.of({ partnerId, tokenHash }))
  return row ?? (await run(...statement.of({ tokenHash })))[0]
}
