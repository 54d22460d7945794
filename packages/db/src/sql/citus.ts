import { sql } from 'kysely'
import type { RunStatement } from './run.ts'
import { queries, Statement } from './statement.ts'

// Prisma has no model of the catalog.
const HAS_CITUS = new Statement('database_has_citus', () =>
  queries.selectNoFrom(sql<boolean>`EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`.as('hasCitus')),
)

export type CitusCheck = () => Promise<boolean>

/** Queries once. */
export function citusCheck(run: RunStatement): CitusCheck {
  let hasCitus: boolean | undefined
  return async () => (hasCitus ??= (await run(HAS_CITUS, {}))[0]?.hasCitus ?? false)
}
