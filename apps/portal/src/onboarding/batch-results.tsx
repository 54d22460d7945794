import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button, download, Download, showToast, Trash2, useLocale, useMessages } from '@partner-accounts/ui'
import { Link, useNavigate } from 'react-router'
import { type Batch, type BatchRow, undownloadedOf } from './batch.ts'
import { isActive, onboardingRun, useOnboarding } from './onboarding-run.ts'
import { onboardingMessages } from './onboarding-messages.ts'
import { resultsCsv } from './results-csv.ts'
import { RowTable } from './row-table.tsx'

interface BatchResultsProps {
  batch: Batch
  rows: readonly BatchRow[]
}

export function BatchResults({ batch, rows }: BatchResultsProps) {
  const t = useMessages(onboardingMessages)
  const locale = useLocale()
  const run = useOnboarding().runs.get(batch.id)
  const save = () => {
    const name = batch.fileName.replace(/\.\w+$/, '')
    download(`${name}-${t.resultsFile}.csv`, 'text/csv', resultsCsv(rows, locale))
    void onboardingRun.noteDownload(batch, rows.filter(({ state }) => state.kind === 'created').length)
  }
  return (
    <section className="card card-padded stack" aria-labelledby="results">
      <div>
        <h2 id="results">{t.resultsTitle}</h2>
        <p className="muted">{t.results}</p>
      </div>
      <div className="row">
        <Button variant="primary" onClick={save}>
          <Download size={16} aria-hidden /> {t.downloadResults}
        </Button>
        {!isActive(run) && run?.kind !== 'elsewhere' && <RemoveBatch batch={batch} />}
      </div>
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
    <AlertDialog.Root>
      <AlertDialog.Trigger render={<Button />}>
        <Trash2 size={16} aria-hidden /> {t.remove}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog stack">
          <AlertDialog.Title className="dialog-title">{t.removeTitle}</AlertDialog.Title>
          <AlertDialog.Description className="muted">
            {undownloadedOf(batch) > 0 ? t.removeUndownloaded : t.removeDownloaded}
          </AlertDialog.Description>
          <div className="row">
            <AlertDialog.Close render={<Button variant="primary" />}>{t.keep}</AlertDialog.Close>
            <Button variant="danger" onClick={remove}>
              {t.remove}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
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
