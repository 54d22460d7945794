import { localChoices, Notice, useFormats, useMessages } from '@partner-accounts/ui'
import { useMemo, useState } from 'react'
import { ColumnMapping } from './column-mapping.tsx'
import { importMessages } from './import-messages.ts'
import type { WorkChange } from './review-work.ts'
import { hasGuesses, missingFields, rememberedColumns, suggestColumns } from './rows/columns.ts'
import { hasOtherTables } from './rows/find-table.ts'
import type { Table } from './rows/table.ts'
import { TableChoice } from './table-choice.tsx'
import type { ImportWork, UnfinishedImport } from './unfinished-import.ts'

interface ReviewColumnsProps {
  sheets: UnfinishedImport['sheets']
  table: Table
  work: ImportWork
  change: (change: WorkChange) => void
}

/** Lets a person correct where the table is and what its columns contain. Folded if nothing was in doubt at first. */
export function ReviewColumns({ sheets, table, work, change }: ReviewColumnsProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const { place, columns } = work
  const hasOthers = useMemo(() => hasOtherTables(sheets, place, rememberedColumns(localChoices)), [sheets, place])
  // Computed once, so that no later change folds what a person is using.
  const [isOpen] = useState(() => isDoubtful(table, work) || hasOthers)
  return (
    <details className="stack" open={isOpen}>
      <summary>
        <h2>{t.mappingTitle}</h2>{' '}
        <span className="muted">· {t.used(number(columns.filter(Boolean).length), number(columns.length))}</span>
      </summary>
      <div className="stack">
        {hasOthers && <Notice tone="caution">{t.otherSheets}</Notice>}
        <TableChoice
          sheets={sheets}
          place={place}
          isSheetFixed={work.sent.length > 0 || Object.keys(work.rejections).length > 0}
          onChange={(next) => change({ kind: 'place', place: next, remembered: rememberedColumns(localChoices) })}
        />
        <ColumnMapping
          table={table}
          columns={columns}
          onChange={(next) => change({ kind: 'columns', columns: next })}
        />
      </div>
    </details>
  )
}

/** Returns whether a person should check the columns. */
function isDoubtful(table: Table, { columns, place }: ImportWork): boolean {
  const remembered = rememberedColumns(localChoices)
  const suggested = suggestColumns(table, remembered).filter(Boolean)
  // Rivals are several columns for one field.
  const hasRivals = new Set(suggested).size < suggested.length
  return hasRivals || hasGuesses(table, remembered) || place.headingRows === 0 || missingFields(columns).length > 0
}
