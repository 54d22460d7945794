import { type FormEvent, useState } from 'react'
import { type Field, FIELDS } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-messages.ts'
import { Button, Notice, TableScroll, useMessages } from '@partner-accounts/ui'
import { type Columns, missingFields } from '../spreadsheet/columns.ts'
import type { Sheet } from '../spreadsheet/read-sheet.ts'
import { importMessages } from './import-messages.ts'

interface ColumnMappingProps {
  sheet: Sheet
  columns: Columns
  onDone: (columns: Columns) => void
  onCancel: () => void
}

const MAX_EXAMPLES = 2

export function ColumnMapping({ sheet, columns, onDone, onCancel }: ColumnMappingProps) {
  const t = useMessages(importMessages)
  const labels = useMessages(fieldLabels)
  const [chosen, setChosen] = useState(columns)
  const missing = missingFields(chosen)
  // A field has one column: choosing another one moves it.
  const choose = (index: number, field: Field | undefined) =>
    setChosen(chosen.map((other, column) => (column === index ? field : other === field ? undefined : other)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(chosen)
  }
  return (
    <form className="card card-padded stack" onSubmit={submit}>
      <div>
        <h2>{t.mappingTitle}</h2>
        <p className="muted">{t.mapping}</p>
      </div>
      <TableScroll label={t.mappingTitle}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t.column}</th>
              <th scope="col">{t.examples}</th>
              <th scope="col">{t.field}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.headings.map((heading, index) => (
              <tr key={index}>
                <th scope="row">{heading || t.untitled(index + 1)}</th>
                <td className="muted">{examplesOf(sheet, index)}</td>
                <td>
                  <select
                    className="input"
                    aria-label={t.fieldOf(heading || t.untitled(index + 1))}
                    value={chosen[index] ?? ''}
                    onChange={({ currentTarget }) =>
                      choose(
                        index,
                        FIELDS.find((field) => field === currentTarget.value),
                      )
                    }
                  >
                    <option value="">{t.ignore}</option>
                    {FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {labels[field]}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {missing.length > 0 && (
        <Notice tone="caution">{t.missing(missing.map((field) => documentLabel(field, labels)).join(', '))}</Notice>
      )}
      <div className="row">
        <Button type="submit" variant="primary" disabled={missing.length > 0}>
          {t.useColumns}
        </Button>
        <Button onClick={onCancel}>{t.otherFile}</Button>
      </div>
    </form>
  )
}

const documentLabel = (field: Field, labels: Record<Field, string>) =>
  field === 'company_doc.cnpj' ? `${labels['company_doc.cnpj']} / ${labels['company_doc.cpf']}` : labels[field]

const examplesOf = ({ rows }: Sheet, column: number) =>
  rows
    .flatMap(({ cells }) => cells[column] || [])
    .slice(0, MAX_EXAMPLES)
    .join(' · ')
