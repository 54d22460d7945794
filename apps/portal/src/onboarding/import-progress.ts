import { useSyncExternalStore } from 'react'

/** Separate from the import's code, which most pages do without. */
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

/** Percentage of the rows of running imports; `undefined` if none runs. */
export const useImportProgress = (): number | undefined => useSyncExternalStore(subscribe, () => percent)

export const DATABASE_NAME = 'partner-accounts'

/** Users who never imported anything do without the import's code. */
export const mayHaveImports = async (): Promise<boolean> =>
  isSecureContext && (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
