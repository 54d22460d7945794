import type { ObserveStatement } from '../src/driver/connections.ts'
import { declaredStatements } from '../src/sql/statement.ts'

/** Fails when a statement returns NULL for a column that it does not declare as nullable. */
export const checkRows: ObserveStatement = async (text, execute) => {
  const result = await execute()
  const name = /^\/\* (\w+) \*\//.exec(text)?.[1]
  const declared = name === undefined ? undefined : declaredStatements.get(name)
  const { rows } = result as { rows: (Record<string, unknown> | unknown[])[] }
  for (const [index, [column, type]] of Object.entries(declared?.definition.columns ?? {}).entries()) {
    // Rows are arrays inside transactions, where Prisma reads them.
    const isNull = rows.some((row) => (Array.isArray(row) ? row[index] : row[column]) === null)
    if (isNull && !type.endsWith('?')) throw new Error(`${name}: ${column} is NULL, but declared as ${type}`)
  }
  return result
}
