import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Download, Trash2 } from 'lucide-react'
import { Button } from '../components/button.tsx'
import { download } from '../components/download.ts'
import { showToast } from '../components/toasts.tsx'
import { useLocale, useWords } from '../preferences/locale.ts'
import { type Batch, lineOf } from './batch.ts'
import { onboardingRun } from './onboarding-run.ts'
import { onboardingWords } from './onboarding-words.ts'
import { resultsCsv } from './results-csv.ts'
import { RowTable } from './row-table.tsx'

export function BatchResults({ batch }: { batch: Batch }) {
  const t = useWords(onboardingWords)
  const locale = useLocale()
  const save = () => {
    const name = batch.fileName.replace(/\.csv$/i, '')
    download(`${name}-${t.resultsFile}.csv`, 'text/csv', resultsCsv(batch, locale))
  }
  return (
    <section className="card card-padded stack" aria-labelledby="results">
      <div>
        <h2 id="results">{t.resultsTitle}</h2>
        <p className="muted">{t.results}</p>
      </div>
      <div className="row">
        <Button look="primary" onClick={save}>
          <Download size={16} aria-hidden /> {t.downloadResults}
        </Button>
        <RemoveBatch />
      </div>
      <RefusedRows batch={batch} />
    </section>
  )
}

function RemoveBatch() {
  const t = useWords(onboardingWords)
  const remove = async () => {
    await onboardingRun.remove()
    showToast(t.removed)
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
          <AlertDialog.Description className="muted">{t.removeText}</AlertDialog.Description>
          <div className="row">
            <AlertDialog.Close render={<Button look="primary" />}>{t.keep}</AlertDialog.Close>
            <Button look="danger" onClick={remove}>
              {t.remove}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function RefusedRows({ batch }: { batch: Batch }) {
  const t = useWords(onboardingWords)
  const refused = batch.rows.flatMap(({ index, draft, state }) =>
    state.kind === 'refused' ? [{ line: lineOf(index), name: draft['company_doc.name'], problem: state.reason }] : [],
  )
  return refused.length > 0 && <RowTable caption={t.refusedCaption} rows={refused} />
}
