import { useEffect, useState } from 'react'
import { draftStore } from './draft-store.ts'
import type { ImportDraft } from './import-draft.ts'

interface StoredDraft {
  /** `null` if there is none; `undefined` until read. */
  draft: ImportDraft | null | undefined
  remaining: number
}

export function useImportDraft(userId: string) {
  const [{ draft, remaining }, setStored] = useState<StoredDraft>({ draft: undefined, remaining: 0 })
  useEffect(() => {
    let isCurrent = true
    void Promise.all([draftStore.get(userId), draftStore.remaining(userId)]).then(([found = null, count]) => {
      if (isCurrent) setStored({ draft: found, remaining: count })
    })
    return () => void (isCurrent = false)
  }, [userId])
  return {
    draft,
    isUnfinished: remaining > 0,
    start: (next: ImportDraft) => setStored({ draft: next, remaining: Infinity }),
    discard: () => {
      void draftStore.remove(userId)
      setStored({ draft: null, remaining: 0 })
    },
  }
}
