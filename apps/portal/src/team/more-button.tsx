import { Button, useWords } from '@partner-accounts/ui'
import { teamWords } from './team-words.ts'

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

/** Loads the next page of a list. */
export function MoreButton({ query }: MoreButtonProps) {
  const t = useWords(teamWords)
  if (!query.hasNextPage) return null
  return (
    <div>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t.more}
      </Button>
    </div>
  )
}
