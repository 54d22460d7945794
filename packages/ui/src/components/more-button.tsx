import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'
import { Button } from './button.tsx'

const messages = words({ more: 'Carregar mais' }, { more: 'Load more' })

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

export function MoreButton({ query }: MoreButtonProps) {
  const t = useWords(messages)
  if (!query.hasNextPage) return null
  return (
    <div>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t.more}
      </Button>
    </div>
  )
}
