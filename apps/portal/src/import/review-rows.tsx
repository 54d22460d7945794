import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import { Button, Choices, Download, useFormats, useLocale, useMessages } from '@partner-accounts/ui'
import { useMemo, useState } from 'react'
import { sheetLabels } from '../accounts/account-cells.ts'
import { type Field, FIELDS } from '../accounts/account-draft.ts'
import { importMessages } from './import-messages.ts'
import { MendEqualErrors, ReplaceText } from './mend-rows.tsx'
import type { WorkChange } from './review-work.ts'
import { RowGrid } from './row-grid.tsx'
import type { Table } from './rows/table.ts'
import { originalOf, saveFaultyRows } from './save-rows.ts'
import type { ImportWork } from './unfinished-import.ts'
import type { ImportRow, RowStatus } from './use-import-rows.ts'

const IDENTIFYING: readonly Field[] = ['company_doc.name', 'company_doc.cnpj', 'company_doc.cpf', 'email']
export const STATUSES = ['invalid', 'existing', 'left', 'ready'] as const

interface Filter {
  status: RowStatus | 'all'
  /** Rows stay in view while being corrected. */
  lines: ReadonlySet<number>
  first: readonly Field[]
}
const ALL: Filter = { status: 'all', lines: new Set(), first: [] }

interface ReviewRowsProps {
  fileName: string
  table: Table
  rows: readonly ImportRow[]
  work: ImportWork
  change: (change: WorkChange) => void
}

export function ReviewRows({ fileName, table, rows, work, change }: ReviewRowsProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const saveFaulty = useSaveFaulty(fileName, table, rows, work)
  const [filter, setFilter] = useState<Filter>(ALL)
  const names = fieldsOf(rows, filter.first).join(' ')
  // Stable while a person types, so other rows are not rendered.
  const fields = useMemo(() => names.split(' ') as Field[], [names])
  const count = (status: RowStatus) => rows.filter((row) => row.status === status).length
  const shown = rows.filter(
    (row) => filter.status === 'all' || row.status === filter.status || filter.lines.has(row.row.line),
  )
  const choose = (status: Filter['status']) => {
    const chosen = rows.filter((row) => row.status === status)
    const invalid = new Set(chosen.flatMap(({ errors }) => Object.keys(errors)))
    const first = FIELDS.filter((field) => invalid.has(field))
    setFilter({ status, first, lines: new Set(chosen.map(({ row }) => row.line)) })
  }
  return (
    <div className="stack">
      <div className="row row-apart">
        <h2>{t.rowsTitle}</h2>
        {rows.length > count('ready') && (
          <Button onClick={saveFaulty}>
            <Download size={16} aria-hidden /> {t.downloadInvalid}
          </Button>
        )}
      </div>
      <Choices
        label={t.show}
        value={filter.status}
        onChange={choose}
        options={(['all', ...STATUSES] as const)
          .map((status) => ({ status, length: status === 'all' ? rows.length : count(status) }))
          .filter(({ status, length }) => status === 'all' || length > 0 || status === filter.status)
          .map(({ status, length }) => ({ value: status, label: `${t.statuses[status]} (${number(length)})` }))}
      />
      <MendEqualErrors rows={rows} change={change} />
      <ReplaceText rows={rows} fields={fields} change={change} />
      <RowGrid
        key={filter.status}
        rows={shown}
        fields={fields}
        edits={work.edits}
        rejections={work.rejections}
        change={change}
      />
    </div>
  )
}

function fieldsOf(rows: readonly ImportRow[], first: readonly Field[]): Field[] {
  const used = (field: Field) => rows.some(({ row }) => row.draft[field] !== '' || row.changes[field])
  const ordered = new Set([...IDENTIFYING.slice(0, 1), ...first, ...IDENTIFYING, ...FIELDS])
  return [...ordered].filter(
    (field) => ACCOUNT_FIELD_RULES[field].required || field === 'company_doc.cnpj' || used(field),
  )
}

/** Saves the rows that are not ready, with what to correct. */
function useSaveFaulty(fileName: string, table: Table, rows: readonly ImportRow[], work: ImportWork): () => void {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const locale = useLocale()
  return () => {
    const faulty = rows.flatMap(({ row, status, errors, emailOwner, taxIdOwner, repeats }) => {
      if (status === 'ready') return []
      const reasons = FIELDS.flatMap((field) =>
        errors[field] === undefined ? [] : [`${labels[field]}: ${errors[field]}`],
      )
      const owner = emailOwner ?? taxIdOwner
      if (work.rejections[row.line] !== undefined) reasons.push(work.rejections[row.line] ?? '')
      if (owner) reasons.push(`${emailOwner ? t.sameEmailAs : t.sameDocumentAs} ${owner.name}`)
      else if (repeats !== undefined) reasons.push(t.repeats(repeats))
      if (status === 'left') reasons.push(t.left[row.exclusion ?? 'person'])
      return [{ line: row.line, reason: reasons.join(' '), original: originalOf(table.headings, row.cells) }]
    })
    void saveFaultyRows(fileName, faulty, locale)
  }
}
