import { localChoices, Notice, useMessages } from '@partner-accounts/ui'
import { useId } from 'react'
import { type Field, FIELDS } from '../accounts/account-draft.ts'
import {
  assignColumn,
  type Columns,
  missingFields,
  rememberColumn,
  rememberedColumns,
  suggestColumns,
} from './rows/columns.ts'
import type { Table } from './rows/table.ts'
import { sheetLabels } from '../accounts/account-cells.ts'
import { examplesOf } from './column-examples.ts'
import { importMessages } from './import-messages.ts'

interface ColumnMappingProps {
  table: Table
  columns: Columns
  onChange: (columns: Columns) => void
}

/** Lets a person choose the field of each column. */
export function ColumnMapping({ table, columns, onChange }: ColumnMappingProps) {
  const t = useMessages(importMessages)
  const id = useId()
  const labels = useMessages(sheetLabels)
  const missing = missingFields(columns)
  const suggested = suggestColumns(table, rememberedColumns(localChoices))
  const nameOf = (index: number) => table.headings[index] || t.untitled(index + 1)
  const choose = (index: number, value: string) => {
    const field = FIELDS.find((name) => name === value)
    rememberColumn(localChoices, table.headings[index] ?? '', field)
    onChange(assignColumn(columns, index, field))
  }
  /** Returns a note if several columns seem to contain the same field. */
  const rivalNote = (index: number): string | undefined => {
    const field = suggested[index]
    const hasRival = field && suggested.some((other, column) => other === field && column !== index)
    if (!hasRival) return undefined
    const winner = columns.indexOf(field)
    if (winner === -1) return undefined
    return winner === index ? t.chosenOver(labels[field]) : t.lostTo(labels[field], nameOf(winner))
  }
  return (
    <div className="stack">
      <ul className="mapping">
        {columns.map((chosen, index) => (
          <li key={index} className="field">
            <label className="field-label" htmlFor={`${id}-${index}`}>
              <span className="visually-hidden">{t.fieldOf}</span> {nameOf(index)}
            </label>
            <select
              id={`${id}-${index}`}
              className="input"
              value={chosen ?? ''}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
            >
              <option value="">{t.ignore}</option>
              {FIELDS.map((field) => (
                <option key={field} value={field}>
                  {labels[field]}
                </option>
              ))}
            </select>
            <p className="field-hint mapping-example">{examplesOf(table, index)}</p>
            {rivalNote(index) && <p className="field-hint field-caution">{rivalNote(index)}</p>}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <Notice tone="caution">{t.missing(missing.map((field) => labelOfMissing(field, labels)).join(', '))}</Notice>
      )}
    </div>
  )
}

/** Either tax ID suffices. */
const labelOfMissing = (field: Field, labels: Record<Field, string>) =>
  field === 'company_doc.cnpj' ? `${labels['company_doc.cnpj']} / ${labels['company_doc.cpf']}` : labels[field]
