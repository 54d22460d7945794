import { Button, useWords } from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { recordWords } from './record-words.ts'

interface ListFiltersProps {
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
}

export function ListFilters({ isFiltered, onClear, children }: ListFiltersProps) {
  const t = useWords(recordWords)
  return (
    <div className="filters" role="group" aria-label={t.filters}>
      {children}
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          {t.clear}
        </Button>
      )}
    </div>
  )
}
