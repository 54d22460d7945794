import { useEffect, useState } from 'react'
import { unfinishedImports } from './unfinished-import-store.ts'
import { type UnfinishedImport, withCorrections } from './unfinished-import.ts'

interface StoredImport {
  /** `null` if there is none; `undefined` until read. */
  unfinished: UnfinishedImport | null | undefined
  remaining: number
}

export function useUnfinishedImport(userId: string) {
  const [{ unfinished, remaining }, setStored] = useState<StoredImport>({ unfinished: undefined, remaining: 0 })
  useEffect(() => {
    let isCurrent = true
    void Promise.all([loadCorrected(userId), unfinishedImports.remaining(userId)]).then(([found = null, count]) => {
      if (isCurrent) setStored({ unfinished: found, remaining: count })
    })
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

/** Returns the import with what was corrected in its rehearsal. The review saves it. */
async function loadCorrected(userId: string): Promise<UnfinishedImport | undefined> {
  const unfinished = await unfinishedImports.get(userId)
  if (unfinished?.work.rehearsedBy === undefined) return unfinished
  const rehearsal = await unfinishedImports.get(unfinished.work.rehearsedBy)
  return rehearsal ? withCorrections(unfinished, rehearsal) : unfinished
}

/** Asks the browser not to delete imports, and the secrets of their accounts, when space becomes scarce. It may decline. */
async function keepStorage(): Promise<void> {
  if ('storage' in navigator) await navigator.storage.persist().catch(() => false)
}
