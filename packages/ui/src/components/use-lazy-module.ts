import { useEffect, useState } from 'react'
import { showToast } from './toasts.tsx'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { loadChunk, UnreachableError } from '../requests/load-chunk.ts'

const messages = defineMessages(
  { offline: 'Sem conexão. Tente de novo quando ela voltar.' },
  { offline: 'No connection. Try again when it is back.' },
)

/**
 * Loads a part of the page, such as a dialog, when it is needed. Without a connection, shows a toast and keeps the page
 * with everything typed so far.
 *
 * @param load must not change between renders
 * @param onUnreachable called without a connection; must set `isNeeded` to false, so that the next click tries again
 * @returns `undefined` until it is loaded
 * @throws other errors of the import, while rendering
 */
export function useLazyModule<Part>(
  load: () => Promise<Part>,
  isNeeded: boolean,
  onUnreachable: () => void,
): Part | undefined {
  const t = useMessages(messages)
  const [loaded, setLoaded] = useState<{ part: Part } | { error: unknown }>()
  const isLoading = isNeeded && loaded === undefined
  useEffect(() => {
    if (!isLoading) return undefined
    let isCurrent = true
    const fail = (error: unknown) => {
      if (!isCurrent) return
      if (!(error instanceof UnreachableError)) return setLoaded({ error })
      showToast(t.offline)
      onUnreachable()
    }
    loadChunk(load).then((part) => isCurrent && setLoaded({ part }), fail)
    return () => {
      isCurrent = false
    }
    // `load` never changes. `onUnreachable` and `t` are those of the render in which loading began.
  }, [isLoading])
  if (loaded && 'error' in loaded) throw loaded.error
  return loaded?.part
}
