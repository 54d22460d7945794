import type { RunStatement } from './run.ts'
import { statement } from './statement.ts'

// Prisma has no model of the catalog.
const HAS_CITUS = statement({
  name: 'database_has_citus',
  parameters: {},
  columns: { hasCitus: 'bool' },
  text: `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "hasCitus"`,
})

export type CitusCheck = () => Promise<boolean>

/** Returns a check whether the database has the extension. It queries the database once. */
export function citusCheck(run: RunStatement): CitusCheck {
  let hasCitus: boolean | undefined
  return async () => {
    hasCitus ??= (await run(HAS_CITUS, {}))[0]?.hasCitus ?? false
    return hasCitus
  }
}
