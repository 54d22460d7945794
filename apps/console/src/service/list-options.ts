import { nextCursor } from '@partner-accounts/ui'
import { keepPreviousData } from '@tanstack/react-query'

/** The options of lists that are read page by page. While a new filter loads, the rows of the last one stay. */
export const LIST_OPTIONS = { getNextPageParam: nextCursor, placeholderData: keepPreviousData } as const
