/** Returns a unique id. Old runtimes, and pages without TLS, have no `randomUUID`. */
export function newId(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?: () => string } }
  if (crypto?.randomUUID) return crypto.randomUUID()
  const digits = () => Math.random().toString(36).slice(2)
  return digits() + digits() + digits()
}
