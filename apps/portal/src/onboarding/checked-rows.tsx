import { Button, Columns3, download, Download, Notice, useFormats, useLocale, useMessages } from '@partner-accounts/ui'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { cleanDraft, type Field, FIELDS } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-messages.ts'
import { checkRows, type FieldProblem } from '../spreadsheet/check-rows.ts'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { columnLabels, format, toCells } from '../spreadsheet/template.ts'
import type { SheetRow } from '../spreadsheet/to-rows.ts'
import { importMessages } from './import-messages.ts'
import { onboardingRun } from './onboarding-run.ts'
import { ExistingRows } from './existing-rows.tsx'
import { RowTable } from './row-table.tsx'
import { useExistingAccounts } from './use-existing-accounts.ts'

const MAX_SHOWN = 100

interface CheckedRowsProps {
  userId: string
  fileName: string
  rows: readonly SheetRow[]
  onMap: () => void
  onCancel: () => void
}

type Corrections = ReadonlyMap<number, Partial<Record<Field, string>>>

export function CheckedRows({ userId, fileName, rows, onMap, onCancel }: CheckedRowsProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const locale = useLocale()
  const navigate = useNavigate()
  const [corrections, setCorrections] = useState<Corrections>(new Map())
  const corrected = rows.map((row) => {
    const changes = corrections.get(row.line)
    return changes ? { ...row, draft: cleanDraft({ ...row.draft, ...changes }) } : row
  })
  const original = useMemo(() => checkRows(rows, locale), [rows, locale])
  const problems = checkRows(corrected, locale)
  const existing = useExistingAccounts(rows) ?? []
  const [isRepeating, setRepeating] = useState(false)
  const skipped = new Set(existing.filter(({ isEmail }) => isEmail || !isRepeating).map(({ row }) => row.line))
  const valid = corrected.filter(({ line }) => !problems.has(line) && !(skipped.has(line) && !corrections.has(line)))
  const start = async () => {
    const batchId = await onboardingRun.start(
      userId,
      fileName,
      valid.map(({ line, draft }) => ({ line, draft })),
    )
    await navigate(`/portal/onboarding/${batchId}`)
  }
  const saveInvalid = () => {
    const invalid = corrected.filter(({ line }) => problems.has(line))
    const labels = fieldLabels[locale]
    const reasonOf = (line: number) =>
      (problems.get(line) ?? []).map(({ field, message }) => `${labels[field]}: ${message}`)
    const cells = invalid.map(({ line, draft }) => ({
      ...toCells(draft, locale),
      [t.reason]: reasonOf(line).join(' '),
    }))
    download(t.invalidFile, 'text/csv', writeCsv([...columnLabels(locale), t.reason], cells))
  }
  const correct = (line: number, field: Field, text: string) =>
    setCorrections(new Map(corrections).set(line, { ...corrections.get(line), [field]: text }))
  return (
    <div className="card card-padded stack">
      <h2>{fileName}</h2>
      {problems.size === 0 ? (
        <Notice tone="good">{t.allValid(number(rows.length), rows.length === 1)}</Notice>
      ) : (
        <Notice tone="alert">{t.someInvalid(number(problems.size), number(rows.length))}</Notice>
      )}
      {original.size > 0 && (
        <InvalidRows
          rows={corrected}
          original={original}
          problems={problems}
          corrections={corrections}
          onCorrect={correct}
        />
      )}
      {existing.length > 0 && <ExistingRows existing={existing} isRepeating={isRepeating} onRepeat={setRepeating} />}
      <RestoredRows rows={rows} />
      <div className="row">
        {valid.length > 0 && (
          <Button variant="primary" onClick={start}>
            {valid.length === rows.length
              ? t.start(number(valid.length), valid.length === 1)
              : t.startValid(number(valid.length), valid.length === 1)}
          </Button>
        )}
        {problems.size > 0 && (
          <Button onClick={saveInvalid}>
            <Download size={16} aria-hidden /> {t.downloadInvalid}
          </Button>
        )}
        <Button onClick={onMap}>
          <Columns3 size={16} aria-hidden /> {t.adjustColumns}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t.otherFile}
        </Button>
      </div>
    </div>
  )
}

interface InvalidRowsProps {
  rows: readonly SheetRow[]
  /** The file's problems before corrections, so rows stay in place while corrected. */
  original: ReadonlyMap<number, FieldProblem[]>
  problems: ReadonlyMap<number, FieldProblem[]>
  corrections: Corrections
  onCorrect: (line: number, field: Field, text: string) => void
}

function InvalidRows({ rows, original, problems, corrections, onCorrect }: InvalidRowsProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const invalid = rows.filter(({ line }) => original.has(line) || problems.has(line))
  const shown = invalid.slice(0, MAX_SHOWN).map(({ line, draft }) => {
    const now = problems.get(line) ?? []
    const fields = FIELDS.filter((field) =>
      [...(original.get(line) ?? []), ...now].some((found) => found.field === field),
    )
    return {
      line,
      name: draft['company_doc.name'],
      problem: fields.map((field) => (
        <Correction
          key={field}
          line={line}
          field={field}
          value={corrections.get(line)?.[field] ?? format(field, draft[field])}
          message={now.find((found) => found.field === field)?.message}
          onChange={(text) => onCorrect(line, field, text)}
        />
      )),
    }
  })
  return (
    <>
      <RowTable title={t.invalidTitle} rows={shown} />
      {invalid.length > MAX_SHOWN && <p className="muted">{t.more(number(invalid.length - MAX_SHOWN))}</p>}
    </>
  )
}

interface CorrectionProps {
  line: number
  field: Field
  value: string
  message: string | undefined
  onChange: (text: string) => void
}

function Correction({ line, field, value, message, onChange }: CorrectionProps) {
  const t = useMessages(importMessages)
  const label = useMessages(fieldLabels)[field]
  const id = `row-${line}-${field}`
  return (
    <div className="correction">
      <label className="field-label" htmlFor={id}>
        {label} <span className="visually-hidden">{t.ofRow(line)}</span>
      </label>
      <input
        id={id}
        className="input"
        value={value}
        aria-invalid={message !== undefined}
        aria-describedby={`${id}-message`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p id={`${id}-message`} className={message === undefined ? 'field-hint' : 'field-error'}>
        {message ?? t.corrected}
      </p>
    </div>
  )
}

function RestoredRows({ rows }: { rows: readonly SheetRow[] }) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const labels = useMessages(fieldLabels)
  const restored = rows.filter((row) => row.restored.length > 0)
  if (restored.length === 0) return null
  const shown = restored.slice(0, MAX_SHOWN).map(({ line, draft, restored: fields }) => ({
    line,
    name: draft['company_doc.name'],
    problem: fields.map((field) => (
      <p key={field}>
        {labels[field]}: <span className="mono">{format(field, draft[field])}</span>
      </p>
    )),
  }))
  return (
    <details className="stack">
      <summary>{t.restored(number(restored.length), restored.length === 1)}</summary>
      <RowTable title={t.restoredTitle} rows={shown} problem={t.restoredColumn} />
    </details>
  )
}
