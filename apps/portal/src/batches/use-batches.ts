import { useEffect } from 'react'
import { useMe } from '../permissions/me.ts'
import { type BatchesState, batchRuns, useBatchRuns } from './batch-runs.ts'

/** Returns the user's batches, and reads them first if necessary. */
export function useBatches(): BatchesState {
  const { me } = useMe()
  const state = useBatchRuns()
  useEffect(() => void batchRuns.open(me.id), [me.id])
  return state
}
