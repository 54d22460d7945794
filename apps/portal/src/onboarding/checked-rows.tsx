import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useFormats } from '../preferences/formats.ts'
import { useLocale, useWords } from '../preferences/locale.ts'
import type { NewRow } from './batch.ts'
import { type FaultyRow, findFaultyRows } from './check-rows.ts'
import { onboardingRun } from './onboarding-run.ts'
import { onboardingWords } from './onboarding-words.ts'
import { RowTable } from './row-table.tsx'

const MOST_SHOWN = 100

interface CheckedRowsProps {
  userId: string
  file: { name: string; rows: NewRow[] }
  onOther: () => void
}

/** What there is to correct in a file, or that it can be created. */
export function CheckedRows({ userId, file, onOther }: CheckedRowsProps) {
  const t = useWords(onboardingWords)
  const formats = useFormats()
  const locale = useLocale()
  const faulty = useMemo(() => findFaultyRows(file.rows, locale), [file, locale])
  const total = formats.number(file.rows.length)
  const one = file.rows.length === 1
  const navigate = useNavigate()
  const start = async () => {
    const batchId = await onboardingRun.start(userId, file.name, file.rows)
    await navigate(`/portal/onboarding/${batchId}`)
  }
  return (
    <div className="card card-padded stack">
      <h2>{file.name}</h2>
      {faulty.length === 0 ? (
        <Notice tone="good">{t.allGood(total, one)}</Notice>
      ) : (
        <Notice tone="alert">{t.someFaulty(formats.number(faulty.length), total)}</Notice>
      )}
      {faulty.length > 0 && <FaultTable rows={faulty} />}
      <div className="row">
        {faulty.length === 0 && (
          <Button look="primary" onClick={start}>
            {t.start(total, one)}
          </Button>
        )}
        <Button onClick={onOther}>{t.otherFile}</Button>
      </div>
    </div>
  )
}

function FaultTable({ rows }: { rows: FaultyRow[] }) {
  const t = useWords(onboardingWords)
  const formats = useFormats()
  const shown = rows.slice(0, MOST_SHOWN).map(({ faults, ...row }) => ({
    ...row,
    problem: faults.map(({ field, fault }) => (
      <p key={field}>
        <strong>{field}</strong>: {fault}
      </p>
    )),
  }))
  return (
    <>
      <RowTable title={t.faultsCaption} rows={shown} />
      {rows.length > MOST_SHOWN && <p className="muted">{t.more(formats.number(rows.length - MOST_SHOWN))}</p>}
    </>
  )
}
