/** A program has so many statements; more would mean that values are written into them. */
const MOST_NAMES = 500

/**
 * Names for the statements that Prisma makes, under which each connection keeps them, parsed and planned. A name stands
 * for one text for good.
 *
 * @returns no name (an empty one) for what comes once there are too many
 */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= MOST_NAMES) return known ?? ''
    const name = `prisma_${names.size + 1}`
    names.set(sql, name)
    return name
  }
}
