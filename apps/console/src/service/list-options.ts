import { nextCursor } from '@partner-accounts/ui'
import { keepPreviousData } from '@tanstack/react-query'

/** Shows the previous rows while a new filter loads. */
export const LIST_OPTIONS = { getNextPageParam: nextCursor, placeholderData: keepPreviousData } as const
