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

/** Fields by which people recognize a customer. */
const IDENTIFYING_FIELDS: readonly Field[] = ['company_doc.name', 'company_doc.cnpj', 'company_doc.cpf', 'email']
export const STATUSES = ['invalid', 'existing', 'excluded', 'ready'] as const

interface Filter {
  status: RowStatus | 'all'
  /** Lines of the rows that had `status` when the filter was chosen. These rows stay in view while being corrected. */
  lines: ReadonlySet<number>
  /** Fields with errors in these rows. Their columns follow the name. */
  invalidFields: readonly Field[]
}
const ALL_ROWS: Filter = { status: 'all', lines: new Set(), invalidFields: [] }

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
  const [filter, setFilter] = useState<Filter>(ALL_ROWS)
  const fieldNames = shownFieldsOf(rows, filter.invalidFields).join(' ')
  // `useMemo` compares texts by value, so the array stays the same while a person types, and rows are not rendered again.
  const fields = useMemo(() => fieldNames.split(' ') as Field[], [fieldNames])
  const countOf = (status: RowStatus | 'all') =>
    status === 'all' ? rows.length : rows.filter((row) => row.status === status).length
  const shown = rows.filter(
    (row) => filter.status === 'all' || row.status === filter.status || filter.lines.has(row.row.line),
  )
  const choose = (status: Filter['status']) => {
    const chosen = rows.filter((row) => row.status === status)
    const fieldsWithErrors = new Set(chosen.flatMap(({ errors }) => Object.keys(errors)))
    const invalidFields = FIELDS.filter((field) => fieldsWithErrors.has(field))
    setFilter({ status, invalidFields, lines: new Set(chosen.map(({ row }) => row.line)) })
  }
  const offered = STATUSES.filter((status) => countOf(status) > 0 || status === filter.status)
  const options = (['all', ...offered] as const).map((status) => ({
    value: status,
    label: `${t.statuses[status]} (${number(countOf(status))})`,
  }))
  return (
    <div className="stack">
      <div className="row row-apart">
        <h2>{t.rowsTitle}</h2>
        {rows.length > countOf('ready') && (
          <Button onClick={saveFaulty}>
            <Download size={16} aria-hidden /> {t.downloadInvalid}
          </Button>
        )}
      </div>
      <Choices label={t.show} value={filter.status} onChange={choose} options={options} />
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

/**
 * Returns the columns of the grid: required fields, and fields with a value or a change in some row. The name is first, then
 * `invalidFields`.
 */
function shownFieldsOf(rows: readonly ImportRow[], invalidFields: readonly Field[]): Field[] {
  const isUsed = (field: Field) => rows.some(({ row }) => row.draft[field] !== '' || row.changes[field])
  const isRequired = (field: Field) => ACCOUNT_FIELD_RULES[field].required || field === 'company_doc.cnpj'
  const ordered = new Set<Field>(['company_doc.name', ...invalidFields, ...IDENTIFYING_FIELDS, ...FIELDS])
  return [...ordered].filter((field) => isRequired(field) || isUsed(field))
}

/** Returns a function that downloads the rows that are not ready, with what to correct. */
function useSaveFaulty(fileName: string, table: Table, rows: readonly ImportRow[], work: ImportWork): () => void {
  const reasonsOf = useReasons(work)
  const locale = useLocale()
  return () => {
    const faulty = rows.filter(({ status }) => status !== 'ready')
    const saved = faulty.map((importRow) => ({
      line: importRow.row.line,
      reason: reasonsOf(importRow).join(' '),
      original: originalOf(table.headings, importRow.row.cells),
    }))
    void saveFaultyRows(fileName, saved, locale)
  }
}

/** Returns a function from a row to the reasons why it is not ready. */
function useReasons({ rejections }: ImportWork): (importRow: ImportRow) => string[] {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  return ({ row, status, errors, emailOwner, taxIdOwner, repeats }) => {
    const reasons = FIELDS.flatMap((field) =>
      errors[field] === undefined ? [] : [`${labels[field]}: ${errors[field]}`],
    )
    const rejection = rejections[row.line]
    if (rejection !== undefined) reasons.push(rejection)
    if (emailOwner) reasons.push(`${t.sameEmailAs} ${emailOwner.name}`)
    else if (taxIdOwner) reasons.push(`${t.sameDocumentAs} ${taxIdOwner.name}`)
    else if (repeats !== undefined) reasons.push(t.repeats(repeats))
    if (status === 'excluded') reasons.push(t.exclusions[row.exclusion ?? 'person'])
    return reasons
  }
}
