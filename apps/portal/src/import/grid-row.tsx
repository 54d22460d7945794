import { maskedInput, useMessages } from '@partner-accounts/ui'
import { memo, type Ref, useState } from 'react'
import { Link } from 'react-router'
import { formatValue, sheetLabels } from '../accounts/account-cells.ts'
import type { Field } from '../accounts/account-draft.ts'
import { isCpf, isMistyped } from '../accounts/check-digits.ts'
import type { ExistingAccount } from '../accounts/existing-accounts.ts'
import { MASKS } from '../accounts/masks.ts'
import { importMessages } from './import-messages.ts'
import type { Decision, Edit } from './unfinished-import.ts'
import type { ImportRow } from './use-import-rows.ts'

/** Actions on a row, which is identified by its line number. */
export interface RowActions {
  edit: (line: number, changes: Edit) => void
  decide: (line: number, decision: Decision) => void
  /** Scrolls to a cell and focuses it. */
  goTo: (line: number, field: Field) => void
}

export const cellId = (line: number, field: Field) => `row-${line}-${field}`

/** Classes for plain buttons: the component `Button` is too slow for the hundreds of rows that scrolling mounts. */
const SMALL_BUTTON = 'button button-quiet button-small'

interface GridRowProps extends ImportRow {
  ref: Ref<HTMLTableRowElement>
  index: number
  fields: readonly Field[]
  edit: Edit | undefined
  rejection: string | undefined
  actions: RowActions
}

/** Memoized: its props stay the same while a person types in other rows. */
export const GridRow = memo(function GridRow({
  ref,
  index,
  fields,
  edit,
  rejection,
  actions,
  ...importRow
}: GridRowProps) {
  const t = useMessages(importMessages)
  const [isOpen, setOpen] = useState(false)
  const { status } = importRow
  const { line } = importRow.row
  const isExcluded = status === 'excluded'
  return (
    <tr
      ref={ref}
      data-index={index}
      // Counted from 1, and the headings are the first row.
      aria-rowindex={index + 2}
      className={`grid-row grid-row-${status} ${isOpen ? 'grid-row-open' : ''}`}
    >
      <th scope="row">
        <div className="grid-line">
          <span className="numeric">{line}</span>
          <button
            type="button"
            className={SMALL_BUTTON}
            aria-label={isExcluded ? t.includeRow(line) : t.leaveRow(line)}
            onClick={() => actions.decide(line, isExcluded ? 'include' : 'leave')}
          >
            {isExcluded ? t.include : t.leave}
          </button>
          <button
            type="button"
            className={`${SMALL_BUTTON} grid-open`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t.allFields}
          </button>
        </div>
        <RowNote importRow={importRow} fields={fields} rejection={rejection} actions={actions} />
      </th>
      {fields.map((field) => (
        <GridCell key={field} field={field} importRow={importRow} edit={edit} actions={actions} />
      ))}
    </tr>
  )
})

interface RowNoteProps extends Pick<GridRowProps, 'fields' | 'rejection' | 'actions'> {
  importRow: ImportRow
}

/** Explains why a row is not ready, with links to the fields to correct. */
function RowNote({ importRow: { row, status, errors }, fields, rejection, actions }: RowNoteProps) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  if (status === 'ready') return null
  if (status === 'invalid' && rejection === undefined) {
    const invalid = fields.filter((field) => errors[field] !== undefined)
    return (
      <p className="field-hint grid-note">
        {t.correct}{' '}
        {invalid.map((field, index) => (
          <span key={field}>
            {index > 0 && ', '}
            <a
              href={`#${cellId(row.line, field)}`}
              onClick={(event) => {
                event.preventDefault()
                actions.goTo(row.line, field)
              }}
            >
              {labels[field]}
            </a>
          </span>
        ))}
        .
      </p>
    )
  }
  const notes = { invalid: rejection, existing: t.exists, excluded: t.exclusions[row.exclusion ?? 'person'] }
  return <p className="field-hint grid-note">{notes[status]}</p>
}

interface GridCellProps {
  field: Field
  importRow: ImportRow
  edit: Edit | undefined
  actions: RowActions
}

function GridCell({ field, importRow, edit, actions }: GridCellProps) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const { row, status } = importRow
  const { line, draft } = row
  const isExcluded = status === 'excluded'
  const error = importRow.errors[field]
  const imported = error === undefined ? formatValue(field, draft[field]) : draft[field]
  const value = edit?.[field] ?? imported
  // What the import changed is no longer of interest once a person has edited the cell.
  const change = edit?.[field] === undefined ? row.changes[field] : undefined
  const hint = change && t.changed[change.kind](change.before, value)
  const id = cellId(line, field)
  const descriptions: string[] = []
  if (error !== undefined) descriptions.push(`${id}-error`)
  if (hint !== undefined) descriptions.push(`${id}-hint`)
  return (
    <td
      data-label={labels[field]}
      data-main={field === 'company_doc.name' || field === 'email' || undefined}
      className={error === undefined ? '' : 'grid-invalid'}
    >
      <input
        id={id}
        data-line={line}
        data-field={field}
        className="input grid-input"
        aria-label={`${labels[field]} ${t.ofRow(line)}`}
        title={value}
        value={value}
        readOnly={isExcluded}
        aria-invalid={error !== undefined}
        {...(descriptions.length > 0 && { 'aria-describedby': descriptions.join(' ') })}
        {...maskedInput((text) => actions.edit(line, { [field]: text }), MASKS[field])}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {!isExcluded && draft[field] !== '' && <CellNote field={field} importRow={importRow} actions={actions} />}
    </td>
  )
}

type CellNoteProps = Pick<GridCellProps, 'field' | 'importRow' | 'actions'>

/** Warns about the e-mail and the tax ID of other accounts, and about a mistyped tax ID. */
function CellNote({ field, importRow, actions }: CellNoteProps) {
  const t = useMessages(importMessages)
  const { status, emailOwner, taxIdOwner, repeats } = importRow
  const { line, draft } = importRow.row
  if (field === 'email') return emailOwner && <Owner text={t.sameEmailAs} account={emailOwner} />
  if (field !== 'company_doc.cnpj' && field !== 'company_doc.cpf') return null
  if (field === 'company_doc.cnpj' && draft['company_doc.cpf'] === '' && isCpf(draft[field])) {
    const moveToCpf = () => actions.edit(line, { 'company_doc.cpf': draft[field], [field]: '' })
    return (
      <button type="button" className={SMALL_BUTTON} onClick={moveToCpf}>
        {t.useAsCpf}
      </button>
    )
  }
  return (
    <>
      {isMistyped(field, draft[field]) && <p className="field-hint field-caution">{t.checkDigits}</p>}
      {taxIdOwner && <Owner text={t.sameDocumentAs} account={taxIdOwner} />}
      {!taxIdOwner && repeats !== undefined && <p className="field-hint field-caution">{t.repeats(repeats)}</p>}
      {status === 'existing' && !emailOwner && (
        <button
          type="button"
          className={SMALL_BUTTON}
          aria-label={t.repeatRow(line)}
          onClick={() => actions.decide(line, 'repeat')}
        >
          {t.repeat}
        </button>
      )}
    </>
  )
}

const Owner = ({ text, account }: { text: string; account: ExistingAccount }) => (
  <p className="field-hint field-caution">
    {text}{' '}
    <Link to={`/portal/accounts/${account.id}`} target="_blank">
      {account.name}
    </Link>
  </p>
)
