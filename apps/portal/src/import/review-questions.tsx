import { Choices, localChoices, Notice, useFormats, useMessages } from '@partner-accounts/ui'
import { useMemo } from 'react'
import { sheetLabels } from '../accounts/account-cells.ts'
import { examplesOf } from './column-examples.ts'
import { importMessages } from './import-messages.ts'
import type { WorkChange } from './review-work.ts'
import { rememberedColumns, type Tie, tiesOf } from './rows/columns.ts'
import type { Table } from './rows/table.ts'
import type { ImportWork } from './unfinished-import.ts'
import type { ImportRow } from './use-import-rows.ts'

interface Questions {
  /** Number of hidden rows. */
  hiddenRows: number
  /** Texts such as `x` that may mean that there is no value. */
  doubtfulTexts: readonly string[]
  ties: readonly Tie[]
  /** Whether a question is open. No account is created before a person has settled all. */
  hasOpen: boolean
}

/** Returns what only a person can decide about a file. */
export function useQuestions(table: Table, rows: readonly ImportRow[], work: ImportWork): Questions {
  const hiddenRows = table.rows.filter(({ isHidden }) => isHidden).length
  const doubtfulTexts = new Set(
    rows.flatMap(({ row, status }) => {
      if (status === 'excluded') return []
      return row.doubtful.map((field) => row.cells[work.columns.indexOf(field)] ?? '')
    }),
  )
  const { columns } = work
  const ties = useMemo(
    () => tiesOf(table, rememberedColumns(localChoices)),
    // The remembered columns change only when a person chooses a column, which changes `columns`, too.
    // oxlint-disable-next-line react/exhaustive-deps
    [table, columns],
  )
  const openTies = ties.filter(({ field }) => work.columns.includes(field) && !work.settled?.includes(field))
  const isRowQuestionOpen = hiddenRows > 0 && work.hiddenRows === undefined
  const isTextQuestionOpen = doubtfulTexts.size > 0 && work.doubtfulCells === undefined
  const hasOpen = isRowQuestionOpen || isTextQuestionOpen || openTies.length > 0
  return { hiddenRows, doubtfulTexts: [...doubtfulTexts], ties, hasOpen }
}

interface ReviewQuestionsProps {
  table: Table
  work: ImportWork
  questions: Questions
  change: (change: WorkChange) => void
}

export function ReviewQuestions({ table, work, questions, change }: ReviewQuestionsProps) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const { number } = useFormats()
  const { hiddenRows, doubtfulTexts, ties } = questions
  const nameOf = (column: number) => t.tieOption(column + 1, table.headings[column] ?? '', examplesOf(table, column))
  return (
    <>
      {ties.map(({ field, columns }) => (
        <Notice key={field} tone="caution">
          <p>{t.tie(labels[field])}</p>
          <Choices
            label={t.tie(labels[field])}
            value={work.settled?.includes(field) ? String(work.columns.indexOf(field)) : ''}
            onChange={(column) => change({ kind: 'tie', field, column: Number(column) })}
            options={columns.map((column) => ({ value: String(column), label: nameOf(column) }))}
          />
        </Notice>
      ))}
      {hiddenRows > 0 && (
        <Notice tone="caution">
          <p>{t.hidden(number(hiddenRows), hiddenRows === 1)}</p>
          <Choices
            label={t.hiddenChoice}
            value={work.hiddenRows ?? ''}
            onChange={(choice) => choice !== '' && change({ kind: 'hidden-rows', choice })}
            options={[
              { value: 'leave', label: t.hiddenLeave },
              { value: 'include', label: t.hiddenInclude },
            ]}
          />
        </Notice>
      )}
      {doubtfulTexts.length > 0 && (
        <Notice tone="caution">
          <p>{t.doubtful(doubtfulTexts.map((text) => `“${text}”`).join(', '))}</p>
          <Choices
            label={t.doubtfulChoice}
            value={work.doubtfulCells ?? ''}
            onChange={(choice) => choice !== '' && change({ kind: 'doubtful-cells', choice })}
            options={[
              { value: 'empty', label: t.doubtfulEmpty },
              { value: 'keep', label: t.doubtfulKeep },
            ]}
          />
        </Notice>
      )}
    </>
  )
}
