import { useSyncExternalStore } from 'react'

/** `undefined` if no import runs. The value is in this file, because most pages do not load the code of imports. */
let percent: number | undefined
const listeners = new Set<() => void>()

export const importProgress = {
  set(value: number | undefined): void {
    if (value === percent) return
    percent = value
    for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the percentage of the running imports' rows that have an outcome; `undefined` if no import runs. */
export const useImportProgress = (): number | undefined => useSyncExternalStore(subscribe, () => percent)

export const DATABASE_NAME = 'partner-accounts'

/**
 * Returns whether this browser may have stored imports. Users without imports need not load their code. Firefox before
 * 126 cannot list databases.
 */
export async function mayHaveImports(): Promise<boolean> {
  if (!isSecureContext) return false
  return !('databases' in indexedDB) || (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
}
