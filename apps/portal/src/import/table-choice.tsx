import { ChoiceFilter, localChoices, useFormats, useMessages } from '@partner-accounts/ui'
import { rememberedColumns } from './rows/columns.ts'
import { findTable, MAX_HEADING_ROWS, type TablePlace } from './rows/find-table.ts'
import type { SourceSheet } from './file/read-workbook.ts'
import { importMessages } from './import-messages.ts'

interface TableChoiceProps {
  sheets: readonly SourceSheet[]
  place: TablePlace
  onChange: (place: TablePlace) => void
}

const MAX_PREVIEW = 70

export function TableChoice({ sheets, place, onChange }: TableChoiceProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const rows = sheets[place.sheet]?.rows ?? []
  const lines = rows.slice(0, Math.min(MAX_HEADING_ROWS, rows.length - 1))
  const preview = (cells: readonly string[]) => cells.filter(Boolean).join(' · ').slice(0, MAX_PREVIEW)
  const chooseSheet = (sheet: number) =>
    onChange({ ...findTable(sheets.slice(sheet, sheet + 1), rememberedColumns(localChoices)), sheet })
  return (
    <div className="filters table-choice">
      {sheets.length > 1 && (
        <ChoiceFilter
          label={t.sheet}
          texts={textsOf(
            sheets.map(({ name, rows: { length }, isHidden }) => t.sheetOption(name, number(length), isHidden)),
          )}
          value={String(place.sheet)}
          onChange={(sheet) => chooseSheet(Number(sheet))}
        />
      )}
      <ChoiceFilter
        label={t.headingLine}
        all={t.noHeadings}
        texts={textsOf(lines.map(({ line, cells }) => `${line}: ${preview(cells)}`))}
        value={place.headingRows === 0 ? undefined : String(place.heading)}
        onChange={(heading) =>
          onChange({ ...place, heading: Number(heading ?? 0), headingRows: heading === undefined ? 0 : 1 })
        }
      />
      <label className="row">
        <input
          type="checkbox"
          checked={place.headingRows === 2}
          disabled={place.headingRows === 0}
          onChange={({ currentTarget }) => onChange({ ...place, headingRows: currentTarget.checked ? 2 : 1 })}
        />
        {t.twoLines}
      </label>
    </div>
  )
}

const textsOf = (texts: readonly string[]): Record<string, string> => Object.fromEntries(texts.entries())
