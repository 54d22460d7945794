import { useSyncExternalStore } from 'react'

/** Separate from the import's code, which most pages do not load. */
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

/** Percentage of running imports' rows; `undefined` without any. */
export const useImportProgress = (): number | undefined => useSyncExternalStore(subscribe, () => percent)

export const DATABASE_NAME = 'partner-accounts'

/** Users without imports do not load its code. Firefox before 126 cannot list databases. */
export async function mayHaveImports(): Promise<boolean> {
  if (!isSecureContext) return false
  return !('databases' in indexedDB) || (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
}
