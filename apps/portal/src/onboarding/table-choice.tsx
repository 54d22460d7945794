import { localChoices, useFormats, useMessages } from '@partner-accounts/ui'
import { useId } from 'react'
import { rememberedColumns } from '../spreadsheet/columns.ts'
import { findTable, MAX_HEADING_ROWS, type TablePlace } from '../spreadsheet/find-table.ts'
import type { SourceSheet } from '../spreadsheet/read-workbook.ts'
import { importMessages } from './import-messages.ts'

interface TableChoiceProps {
  sheets: readonly SourceSheet[]
  place: TablePlace
  onChange: (place: TablePlace) => void
}

const MAX_PREVIEW = 70

/** Shows which sheet and line were found, to be corrected. */
export function TableChoice({ sheets, place, onChange }: TableChoiceProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const id = useId()
  const rows = sheets[place.sheet]?.rows ?? []
  const chooseSheet = (sheet: number) =>
    onChange({ ...findTable(sheets.slice(sheet, sheet + 1), rememberedColumns(localChoices)), sheet })
  const preview = (cells: readonly string[]) => cells.filter(Boolean).join(' · ').slice(0, MAX_PREVIEW)
  return (
    <div className="filters table-choice">
      {sheets.length > 1 && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-sheet`}>
            {t.sheet}
          </label>
          <select
            id={`${id}-sheet`}
            className="input"
            value={place.sheet}
            onChange={({ currentTarget }) => chooseSheet(Number(currentTarget.value))}
          >
            {sheets.map(({ name, rows: { length }, isHidden }, index) => (
              <option key={index} value={index}>
                {t.sheetOption(name, number(length), isHidden)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label className="field-label" htmlFor={`${id}-line`}>
          {t.headingLine}
        </label>
        <select
          id={`${id}-line`}
          className="input"
          value={place.heading}
          onChange={({ currentTarget }) => onChange({ ...place, heading: Number(currentTarget.value), headingRows: 1 })}
        >
          {rows.slice(0, Math.min(MAX_HEADING_ROWS, rows.length - 1)).map(({ line, cells }, index) => (
            <option key={line} value={index}>
              {line}: {preview(cells)}
            </option>
          ))}
        </select>
      </div>
      <label className="row">
        <input
          type="checkbox"
          checked={place.headingRows === 2}
          onChange={({ currentTarget }) => onChange({ ...place, headingRows: currentTarget.checked ? 2 : 1 })}
        />
        {t.twoLines}
      </label>
    </div>
  )
}
