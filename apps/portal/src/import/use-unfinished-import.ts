import { useEffect, useState } from 'react'
import { unfinishedImports } from './unfinished-import-store.ts'
import { type UnfinishedImport, withCorrections } from './unfinished-import.ts'

interface StoredImport {
  /** `null` if there is none; `undefined` until read. */
  unfinished: UnfinishedImport | null | undefined
  /** Whether some rows were neither sent nor left out. */
  hasOpenRows: boolean
}

/** Returns the import that a user has begun, which this browser stores. */
export function useUnfinishedImport(userId: string) {
  const [stored, setStored] = useState<StoredImport>({ unfinished: undefined, hasOpenRows: false })
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const [unfinished = null, remaining] = await Promise.all([
        loadCorrected(userId),
        unfinishedImports.remaining(userId),
      ])
      if (isCurrent) setStored({ unfinished, hasOpenRows: remaining > 0 })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [userId])
  return {
    ...stored,
    start: (next: UnfinishedImport) => {
      setStored({ unfinished: next, hasOpenRows: true })
      void keepStorage()
    },
    discard: () => {
      void unfinishedImports.remove(userId)
      setStored({ unfinished: null, hasOpenRows: false })
    },
  }
}

/** Returns the import with the corrections from its rehearsal, but does not save them. */
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
