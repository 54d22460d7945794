import { AlertDialog, Button, CloseDialog, Notice, useMessages } from '@partner-accounts/ui'
import { useEffect, useMemo, useReducer } from 'react'
import { tableAt } from './rows/find-table.ts'
import { importMessages } from './import-messages.ts'
import { ReviewActions } from './review-actions.tsx'
import { ReviewColumns } from './review-columns.tsx'
import { ReviewQuestions, useQuestions } from './review-questions.tsx'
import { ReviewRows } from './review-rows.tsx'
import { changeWork, type WorkChange } from './review-work.ts'
import { unfinishedImports } from './unfinished-import-store.ts'
import type { ImportWork, UnfinishedImport } from './unfinished-import.ts'
import { useImportRows } from './use-import-rows.ts'

interface ImportReviewProps {
  userId: string
  initial: UnfinishedImport
  onDiscard: () => void
}

/** Shows an import for corrections, and stores each of them. `initial` is the import as it was stored. */
export function ImportReview({ userId, initial, onDiscard }: ImportReviewProps) {
  const t = useMessages(importMessages)
  const [work, change] = useReducer(
    (before: ImportWork, next: WorkChange) => changeWork(initial.sheets, before, next),
    initial.work,
  )
  const unfinished = useMemo(() => ({ ...initial, work }), [initial, work])
  const table = useMemo(() => tableAt(initial.sheets, work.place), [initial, work.place])
  const { rows, isPending, retry } = useImportRows(table, work)
  const questions = useQuestions(table, rows, work)
  const remaining = rows.filter(({ status }) => status !== 'excluded').length
  useEffect(() => void unfinishedImports.save(userId, unfinished, remaining), [userId, unfinished, remaining])
  return (
    <div className="card card-padded stack-wide">
      <div className="row row-apart">
        <h2>{initial.fileName}</h2>
        <Discard onDiscard={onDiscard} />
      </div>
      <ReviewColumns sheets={initial.sheets} table={table} work={work} change={change} />
      <ReviewQuestions table={table} work={work} questions={questions} change={change} />
      <ReviewRows fileName={initial.fileName} table={table} rows={rows} work={work} change={change} />
      {retry && (
        <Notice tone="alert">
          <p>{t.lookupFailed}</p>
          <Button small onClick={retry}>
            {t.lookupRetry}
          </Button>
        </Notice>
      )}
      <ReviewActions
        userId={userId}
        unfinished={unfinished}
        headings={table.headings}
        rows={rows}
        isPending={isPending}
        isAsking={questions.hasOpen}
      />
    </div>
  )
}

function Discard({ onDiscard }: { onDiscard: () => void }) {
  const t = useMessages(importMessages)
  return (
    <AlertDialog title={t.discardTitle} lead={t.discardText} trigger={<Button variant="quiet">{t.otherFile}</Button>}>
      <div className="row">
        <CloseDialog variant="primary">{t.keep}</CloseDialog>
        <Button variant="danger" onClick={onDiscard}>
          {t.discard}
        </Button>
      </div>
    </AlertDialog>
  )
}
