import { FailedPage, PageSkeleton } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import type { ReactNode } from 'react'
import { RecordNotFound } from './record-not-found.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; isError: boolean; refetch: () => Promise<unknown> }
  children: (record: T) => ReactNode
}

/** Statuses of responses to unknown ids (404), and to malformed ids and tax IDs. */
const NOT_FOUND_STATUSES = [400, 404, 422]

/** Shows a record, or that it is loading, does not exist or could not be loaded. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError && NOT_FOUND_STATUSES.includes(failureOf(query.error).status)) return <RecordNotFound />
  if (query.isError) return <FailedPage error={query.error} retry={() => void query.refetch()} />
  return <PageSkeleton />
}
