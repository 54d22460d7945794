/** Old runtimes, and pages without TLS, have no `randomUUID`. */
export const newId = (): string =>
  (globalThis as { crypto?: { randomUUID?: () => string } }).crypto?.randomUUID?.() ??
  `${Math.random()}${Math.random()}`.replaceAll('.', '')
