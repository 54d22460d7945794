import { localChoices } from '@partner-accounts/ui'
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

const KEY = 'partner-accounts.running'

/** The user's import continues on whichever page is opened next. */
export const rememberRunning = (userId: string): void => localChoices.setItem(KEY, userId)
export const forgetRunning = (): void => localChoices.setItem(KEY, '')
export const wasRunning = (userId: string): boolean => localChoices.getItem(KEY) === userId
