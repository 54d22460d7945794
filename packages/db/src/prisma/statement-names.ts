/** The service has far fewer statements. More would mean that values are written into them. */
const MAX_NAMES = 500

/**
 * Creates a generator of names for Prisma's statements, under which connections keep them prepared. A name stands for
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
