import { useMessages } from '@partner-accounts/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type Ref, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isCpf } from '../accounts/check-digits.ts'
import type { ExistingAccount } from '../accounts/existing-accounts.ts'
import type { Field } from '../accounts/account-draft.ts'
import { format, sheetLabels } from '../spreadsheet/template.ts'
import type { Edit } from './import-draft.ts'
import { importMessages } from './import-messages.ts'
import type { ImportRow } from './use-import-rows.ts'

export interface RowActions {
  edit: (line: number, changes: Edit) => void
  leave: (line: number) => void
  include: (line: number) => void
  repeat: (line: number) => void
}

interface RowGridProps {
  rows: readonly ImportRow[]
  fields: readonly Field[]
  edits: Readonly<Record<number, Edit>>
  rejections: Readonly<Record<number, string>>
  actions: RowActions
}

const ROW_HEIGHT = 53
/** Plain, because scrolling mounts hundreds of rows. */
const SMALL = 'button button-quiet button-small'

/** Editable rows as they will be created. Renders only those in view. */
export function RowGrid({ rows, fields, edits, rejections, actions }: RowGridProps) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the React compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.row.line ?? index,
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div ref={scroller} className="table-scroll grid-scroll" tabIndex={0} role="region" aria-label={t.rowsTitle}>
      <table className="table table-grid" aria-label={t.rowsTitle} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t.line}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {labels[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {items.map(({ index, key }) => {
            const shown = rows[index]
            return (
              shown && (
                <GridRow
                  key={key}
                  ref={virtualizer.measureElement}
                  index={index}
                  {...shown}
                  fields={fields}
                  edit={edits[shown.row.line]}
                  rejection={rejections[shown.row.line]}
                  actions={actions}
                />
              )
            )
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </div>
  )
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className="grid-spacer" style={{ height }}>
      <td />
    </tr>
  )

interface GridRowProps extends ImportRow, Pick<RowGridProps, 'fields' | 'actions'> {
  ref: Ref<HTMLTableRowElement>
  index: number
  edit: Edit | undefined
  rejection: string | undefined
}

/** Props stay the same while a person types in other rows. */
const GridRow = memo(function GridRow({
  ref,
  index,
  row,
  status,
  fields,
  edit,
  rejection,
  actions,
  ...found
}: GridRowProps) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  const [isOpen, setOpen] = useState(false)
  const { line, draft } = row
  const isLeft = status === 'left'
  const invalid = fields.filter((field) => found.errors[field] !== undefined)
  const notes = {
    invalid: rejection ?? t.toCorrect(invalid.map((field) => labels[field]).join(', ')),
    existing: t.exists,
    left: t.left[row.exclusion ?? 'person'],
    ready: undefined,
  }
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={`grid-row grid-row-${status} ${isOpen ? 'grid-row-open' : ''}`}
    >
      <th scope="row">
        <div className="grid-line">
          <span className="numeric">{line}</span>
          <button
            type="button"
            className={SMALL}
            aria-label={isLeft ? t.includeRow(line) : t.leaveRow(line)}
            onClick={() => (isLeft ? actions.include(line) : actions.leave(line))}
          >
            {isLeft ? t.include : t.leave}
          </button>
          <button
            type="button"
            className={`${SMALL} grid-open`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t.allFields}
          </button>
        </div>
        {notes[status] !== undefined && <p className="field-hint grid-note">{notes[status]}</p>}
      </th>
      {fields.map((field) => {
        const error = found.errors[field]
        const hint = row.restored.includes(field) && edit?.[field] === undefined ? t.restored : undefined
        const message = error ?? hint
        const value = edit?.[field] ?? (error === undefined ? format(field, draft[field]) : draft[field])
        const id = `row-${line}-${field}`
        return (
          <td
            key={field}
            data-label={labels[field]}
            data-main={field === 'company_doc.name' || field === 'email' || undefined}
            className={error === undefined ? '' : 'grid-invalid'}
          >
            <input
              className="input grid-input"
              aria-label={`${labels[field]} ${t.ofRow(line)}`}
              title={value}
              value={value}
              readOnly={isLeft}
              aria-invalid={error !== undefined}
              {...(message !== undefined && { 'aria-describedby': id })}
              onChange={({ currentTarget }) => actions.edit(line, { [field]: currentTarget.value })}
            />
            {message !== undefined && (
              <p id={id} className={error === undefined ? 'field-hint' : 'field-error'}>
                {message}
              </p>
            )}
            {!isLeft && draft[field] !== '' && (
              <CellNote field={field} row={row} status={status} {...found} actions={actions} />
            )}
          </td>
        )
      })}
    </tr>
  )
})

type CellNoteProps = ImportRow & { field: Field; actions: RowActions }

function CellNote({ field, status, emailOwner, taxIdOwner, repeats, row: { line, draft }, actions }: CellNoteProps) {
  const t = useMessages(importMessages)
  if (field === 'email') return emailOwner && <Owner text={t.sameEmailAs} account={emailOwner} />
  if (field !== 'company_doc.cnpj' && field !== 'company_doc.cpf') return null
  if (field === 'company_doc.cnpj' && draft['company_doc.cpf'] === '' && isCpf(draft[field])) {
    const move = () => actions.edit(line, { 'company_doc.cpf': draft[field], [field]: '' })
    return (
      <button type="button" className={SMALL} onClick={move}>
        {t.useAsCpf}
      </button>
    )
  }
  return (
    <>
      {taxIdOwner && <Owner text={t.sameDocumentAs} account={taxIdOwner} />}
      {!taxIdOwner && repeats !== undefined && <p className="field-hint field-caution">{t.repeats(repeats)}</p>}
      {status === 'existing' && !emailOwner && (
        <button type="button" className={SMALL} aria-label={t.repeatRow(line)} onClick={() => actions.repeat(line)}>
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
