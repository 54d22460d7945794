import { useMessages } from '@partner-accounts/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { sheetLabels } from '../accounts/account-cells.ts'
import type { Field } from '../accounts/account-draft.ts'
import { pasteBlock } from './equal-errors.ts'
import { cellId, GridRow, type RowActions } from './grid-row.tsx'
import { importMessages } from './import-messages.ts'
import type { WorkChange } from './review-work.ts'
import type { Edit } from './unfinished-import.ts'
import type { ImportRow } from './use-import-rows.ts'

interface RowGridProps {
  rows: readonly ImportRow[]
  fields: readonly Field[]
  edits: Readonly<Record<number, Edit>>
  rejections: Readonly<Record<number, string>>
  change: (change: WorkChange) => void
}

/** Height of a row in pixels, until it is measured. */
const ESTIMATED_ROW_HEIGHT = 53

/** Shows rows for editing. Renders only the rows in view. */
export function RowGrid({ rows, fields, edits, rejections, change }: RowGridProps) {
  const t = useMessages(importMessages)
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.row.line ?? index,
    overscan: 6,
  })
  /** Id of the cell to focus. */
  const [targetId, setTargetId] = useState<string>()
  useFocus(targetId, () => setTargetId(undefined))
  const actions = useMemo(() => actionsOf(change, setTargetId), [change])
  const goToNextError = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !cell) return
    event.preventDefault()
    const next = nextError(rows, fields, cell)
    if (!next) return
    virtualizer.scrollToIndex(next.index)
    setTargetId(cellId(next.line, next.field))
  }
  const paste = (event: ClipboardEvent) => {
    const cell = cellOf(event.target)
    if (!cell) return
    const pasted = pasteAt(cell, event.clipboardData.getData('text/plain'), rows, fields)
    if (!pasted) return
    event.preventDefault()
    change({ kind: 'edit', edits: pasted })
  }
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div
      ref={scroller}
      className="table-scroll grid-scroll"
      tabIndex={0}
      role="region"
      aria-label={t.rowsTitle}
      onKeyDown={goToNextError}
      onPaste={paste}
    >
      <table className="table table-grid" aria-label={t.rowsTitle} aria-rowcount={rows.length + 1}>
        <GridHead fields={fields} rows={rows} />
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

const MAX_SHOWN_LETTERS = 70
const REM_PER_LETTER = 0.6
const PADDING_REM = 2

/** Returns the width that shows the longest text of a column in full, up to a maximum. */
function widthOf(field: Field, rows: RowGridProps['rows']): string {
  const longest = rows.reduce((most, { row }) => Math.max(most, row.draft[field].length), 0)
  return `${Math.min(longest, MAX_SHOWN_LETTERS) * REM_PER_LETTER + PADDING_REM}rem`
}

function GridHead({ fields, rows }: Pick<RowGridProps, 'fields' | 'rows'>) {
  const t = useMessages(importMessages)
  const labels = useMessages(sheetLabels)
  // Memoized, because scrolling renders the grid again.
  const widths = useMemo(() => fields.map((field) => widthOf(field, rows)), [fields, rows])
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{t.line}</th>
        {fields.map((field, index) => (
          <th key={field} scope="col" style={{ minWidth: widths[index] }}>
            {labels[field]}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Takes the place of the rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className="grid-spacer" style={{ height }}>
      <td />
    </tr>
  )

const actionsOf = (change: RowGridProps['change'], focus: (id: string) => void): RowActions => ({
  edit: (line, edit) => change({ kind: 'edit', edits: { [line]: edit } }),
  decide: (line, decision) => change({ kind: 'decide', line, decision }),
  goTo: (line, field) => focus(cellId(line, field)),
})

/** Focuses a cell as soon as it is rendered, which may be after several renderings. */
function useFocus(id: string | undefined, onFocus: () => void): void {
  useEffect(() => {
    const input = id === undefined ? null : document.getElementById(id)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    input.select()
    onFocus()
  })
}

interface Cell {
  line: number
  field: Field
}

/** Returns the cell of an input, or `undefined` for other elements. */
function cellOf(target: EventTarget): Cell | undefined {
  const { line, field } = target instanceof HTMLInputElement ? target.dataset : {}
  return line === undefined ? undefined : { line: Number(line), field: field as Field }
}

/**
 * Returns the edits that paste a text into a cell and the cells below and to its right, or `undefined` for a single value.
 * Skips rows that are left out.
 */
function pasteAt({ line, field }: Cell, text: string, rows: readonly ImportRow[], fields: readonly Field[]) {
  const firstRow = rows.findIndex(({ row }) => row.line === line)
  const lines = rows.slice(firstRow).flatMap(({ row, status }) => (status === 'excluded' ? [] : [row.line]))
  return pasteBlock(text, lines, fields.slice(fields.indexOf(field)))
}

/** Returns the next invalid cell in reading order; after the last, the first one. */
function nextError(rows: readonly ImportRow[], fields: readonly Field[], { line, field }: Cell) {
  const currentIndex = rows.findIndex(({ row }) => row.line === line)
  const currentColumn = fields.indexOf(field)
  const invalid = rows.flatMap((row, index) =>
    invalidFieldsOf(row, fields).map((name) => ({ index, line: row.row.line, field: name })),
  )
  const next = invalid.find((cell) => {
    if (cell.index === currentIndex) return fields.indexOf(cell.field) > currentColumn
    return cell.index > currentIndex
  })
  return next ?? invalid[0]
}

const invalidFieldsOf = ({ status, errors }: ImportRow, fields: readonly Field[]): Field[] =>
  status === 'invalid' ? fields.filter((field) => errors[field] !== undefined) : []
