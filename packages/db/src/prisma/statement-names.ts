/** The service has far fewer statements. More would mean that their texts contain values. */
const MAX_NAMES = 500

/**
 * Creates a generator of names for Prisma's statements, under which connections keep them prepared. A name identifies
 * one text forever.
 *
 * @returns a function that returns an empty name once there are too many
 */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= MAX_NAMES) return known ?? ''
    const name = `prisma_${names.size + 1}`
    names.set(sql, name)
    return name
  }
}
