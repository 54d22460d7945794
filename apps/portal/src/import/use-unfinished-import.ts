import { useEffect, useState } from 'react'
import { unfinishedImports } from './unfinished-import-store.ts'
import type { UnfinishedImport } from './unfinished-import.ts'

interface StoredImport {
  /** `null` if there is none; `undefined` until read. */
  unfinished: UnfinishedImport | null | undefined
  remaining: number
}

export function useUnfinishedImport(userId: string) {
  const [{ unfinished, remaining }, setStored] = useState<StoredImport>({ unfinished: undefined, remaining: 0 })
  useEffect(() => {
    let isCurrent = true
    void Promise.all([unfinishedImports.get(userId), unfinishedImports.remaining(userId)]).then(
      ([found = null, count]) => {
        if (isCurrent) setStored({ unfinished: found, remaining: count })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [userId])
  return {
    unfinished,
    isUnfinished: remaining > 0,
    start: (next: UnfinishedImport) => {
      setStored({ unfinished: next, remaining: Infinity })
      void keepStorage()
    },
    discard: () => {
      void unfinishedImports.remove(userId)
      setStored({ unfinished: null, remaining: 0 })
    },
  }
}

/** Asks the browser not to delete imports and their secrets when space becomes scarce. It may decline. */
async function keepStorage(): Promise<void> {
  if ('storage' in navigator) await navigator.storage.persist().catch(() => false)
}
