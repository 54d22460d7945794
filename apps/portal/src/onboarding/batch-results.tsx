import {
  AlertDialog,
  Button,
  CloseDialog,
  Download,
  Notice,
  showToast,
  Trash2,
  useLocale,
  useMessages,
} from '@partner-accounts/ui'
import { Link, useNavigate } from 'react-router'
import { type Batch, type BatchRow, undownloadedOf } from './batch.ts'
import { isActive, onboardingRun, useOnboarding } from './onboarding-run.ts'
import { onboardingMessages } from './onboarding-messages.ts'
import { draftStore } from './draft-store.ts'
import { takeBack } from './import-draft.ts'
import { RowTable } from './row-table.tsx'
import { saveFaultyRows, saveResults } from './save-rows.ts'
import { useImportDraft } from './use-import-draft.ts'
import type { TableFormat } from '../file-formats/save-table.ts'

interface BatchResultsProps {
  batch: Batch
  rows: readonly BatchRow[]
}

export function BatchResults({ batch, rows }: BatchResultsProps) {
  const t = useMessages(onboardingMessages)
  const locale = useLocale()
  const run = useOnboarding().runs.get(batch.id)
  const save = async (format: TableFormat) => {
    await saveResults(batch.fileName, rows, format, locale)
    await onboardingRun.noteDownload(batch, rows.filter(({ state }) => state.kind === 'created').length)
  }
  return (
    <section className="card card-padded stack" aria-labelledby="results">
      <div>
        <h2 id="results">{t.resultsTitle}</h2>
        <p className="muted">{t.results}</p>
      </div>
      <div className="row">
        <Button variant="primary" onClick={() => save('xlsx')}>
          <Download size={16} aria-hidden /> {t.downloadResults} (Excel)
        </Button>
        <Button onClick={() => save('csv')}>
          <Download size={16} aria-hidden /> {t.downloadResults} (CSV)
        </Button>
        {!isActive(run) && run?.kind !== 'elsewhere' && <RemoveBatch batch={batch} />}
      </div>
      <LeftRows batch={batch} rows={rows} />
      <ExistingRows rows={rows} />
      <RejectedRows rows={rows} />
    </section>
  )
}

function RemoveBatch({ batch }: { batch: Batch }) {
  const t = useMessages(onboardingMessages)
  const navigate = useNavigate()
  const remove = async () => {
    await onboardingRun.remove(batch)
    showToast(t.removed)
    await navigate('/portal/onboarding', { replace: true })
  }
  return (
    <AlertDialog
      title={t.removeTitle}
      lead={undownloadedOf(batch) > 0 ? t.removeUndownloaded : t.removeDownloaded}
      trigger={
        <Button>
          <Trash2 size={16} aria-hidden /> {t.remove}
        </Button>
      }
    >
      <div className="row">
        <CloseDialog variant="primary">{t.keep}</CloseDialog>
        <Button variant="danger" onClick={remove}>
          {t.remove}
        </Button>
      </div>
    </AlertDialog>
  )
}

/** Links to the file's rows without an account. */
function LeftRows({ batch, rows }: BatchResultsProps) {
  const t = useMessages(onboardingMessages)
  const locale = useLocale()
  const navigate = useNavigate()
  const { draft, isUnfinished } = useImportDraft(batch.userId)
  const rejected = rows.flatMap(({ line, original = [], state }) =>
    state.kind === 'rejected' ? [{ line, original, reason: state.reason }] : [],
  )
  const isOfBatch = draft?.id === batch.draftId
  const correct = async () => {
    if (draft && rejected.length > 0) await draftStore.save(batch.userId, takeBack(draft, rejected), rejected.length)
    await navigate('/portal/onboarding')
  }
  if (rejected.length === 0 && !(isOfBatch && isUnfinished)) return null
  return (
    <Notice tone="caution">
      <p>{isOfBatch && isUnfinished ? t.leftRows : t.rejectedRows}</p>
      <div className="row">
        {isOfBatch && (
          <Button small onClick={correct}>
            {t.correctRows}
          </Button>
        )}
        {rejected.length > 0 && (
          <Button small onClick={() => saveFaultyRows(batch.fileName, rejected, locale)}>
            <Download size={16} aria-hidden /> {t.downloadRejected}
          </Button>
        )}
      </div>
    </Notice>
  )
}

function ExistingRows({ rows }: { rows: readonly BatchRow[] }) {
  const t = useMessages(onboardingMessages)
  const existing = rows.flatMap(({ line, draft, state }) =>
    state.kind === 'existing'
      ? [
          {
            line,
            name: <Link to={`/portal/accounts/${state.id}`}>{draft['company_doc.name']}</Link>,
            problem: t.existing,
          },
        ]
      : [],
  )
  return existing.length > 0 && <RowTable title={t.existingTitle} rows={existing} />
}

function RejectedRows({ rows }: { rows: readonly BatchRow[] }) {
  const t = useMessages(onboardingMessages)
  const rejected = rows.flatMap(({ line, draft, state }) =>
    state.kind === 'rejected' ? [{ line, name: draft['company_doc.name'], problem: state.reason }] : [],
  )
  return rejected.length > 0 && <RowTable title={t.rejectedTitle} rows={rejected} />
}
