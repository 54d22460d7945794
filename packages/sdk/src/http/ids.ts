/** Old runtimes, and pages without TLS, have no `randomUUID`. */
export const newId = (): string =>
  (globalThis as { crypto?: { randomUUID?: () => string } }).crypto?.randomUUID?.() ??
  [1, 2].map(Math.random).join('').replace(/\D/g, '')
