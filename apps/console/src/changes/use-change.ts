import { showToast, useMessages, useAction } from '@partner-accounts/ui'
import { useQueryClient } from '@tanstack/react-query'
import { changeMessages } from './change-messages.ts'

export interface Change<Result> {
  run: () => Promise<Result>
  /** The toast after the change. */
  done: string | ((result: Result) => string)
  /** Offered for a few seconds. */
  undo?: (() => Promise<unknown>) | undefined
  onDone?: ((result: Result) => void) | undefined
}

/** Runs a change, then reloads all data of the page, because several parts may show the changed record. */
export function useChange<Result>({ run, done, undo, onDone }: Change<Result>) {
  const t = useMessages(changeMessages)
  const queries = useQueryClient()
  const revert = useAction({
    mutationFn: () => undo?.() ?? Promise.resolve(),
    onSuccess() {
      showToast(t.undone)
      return queries.invalidateQueries()
    },
    onError: () => showToast(t.undoFailed),
  })
  return useAction({
    mutationFn: run,
    onSuccess(result) {
      showToast(typeof done === 'string' ? done : done(result), undo && { label: t.undo, run: () => revert.mutate() })
      onDone?.(result)
      return queries.invalidateQueries()
    },
  })
}
