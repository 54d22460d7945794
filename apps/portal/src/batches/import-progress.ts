import { useSyncExternalStore } from 'react'

/** `undefined` if no import runs. This file is separate, because most pages do not load the import code. */
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
 * Returns whether this browser may have stored imports. The shell loads the code that resumes them only in this case.
 * Returns `true` in Firefox before 126, which cannot list databases.
 */
export async function mayHaveImports(): Promise<boolean> {
  if (!isSecureContext) return false
  if (!('databases' in indexedDB)) return true
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === DATABASE_NAME)
}
