import {
  AlertDialog,
  Button,
  CloseDialog,
  Download,
  showToast,
  Trash2,
  useLocale,
  useMessages,
} from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Batch, type BatchRow, undownloadedOf } from './batch.ts'
import { batchRuns, isRunningInAnyTab, useBatchRuns } from './batch-runs.ts'
import { batchMessages } from './batch-messages.ts'
import { RowTable } from './row-table.tsx'
import { saveResults } from './save-results.ts'
import type { TableFormat } from '../file-formats/save-table.ts'

interface BatchResultsProps {
  batch: Batch
  rows: readonly BatchRow[]
  /** What to do about rows without an account. */
  children: ReactNode
}

export function BatchResults({ batch, rows, children }: BatchResultsProps) {
  const t = useMessages(batchMessages)
  const locale = useLocale()
  const run = useBatchRuns().runs.get(batch.id)
  const save = async (format: TableFormat) => {
    const created = rows.filter(({ state }) => state.kind === 'created')
    await saveResults(batch.fileName, rows, format, locale)
    await batchRuns.noteDownload(batch, created.length)
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
        {!isRunningInAnyTab(run) && <RemoveBatch batch={batch} />}
      </div>
      {children}
      <ExistingRows rows={rows} />
      <RejectedRows rows={rows} />
    </section>
  )
}

function RemoveBatch({ batch }: { batch: Batch }) {
  const t = useMessages(batchMessages)
  const navigate = useNavigate()
  const remove = async () => {
    await batchRuns.remove(batch)
    showToast(t.removed)
    await navigate('/portal/import', { replace: true })
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

function ExistingRows({ rows }: { rows: readonly BatchRow[] }) {
  const t = useMessages(batchMessages)
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
  const t = useMessages(batchMessages)
  const rejected = rows.flatMap(({ line, draft, state }) =>
    state.kind === 'rejected' ? [{ line, name: draft['company_doc.name'], problem: state.reason }] : [],
  )
  return rejected.length > 0 && <RowTable title={t.rejectedTitle} rows={rejected} />
}
