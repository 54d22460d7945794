import { ChoiceFilter, localChoices, useFormats, useMessages } from '@partner-accounts/ui'
import { rememberedColumns } from './rows/columns.ts'
import { findTable, MAX_HEADING_ROWS, type TablePlace } from './rows/find-table.ts'
import type { SourceSheet } from './file/read-workbook.ts'
import { importMessages } from './import-messages.ts'

interface TableChoiceProps {
  sheets: readonly SourceSheet[]
  place: TablePlace
  /** Whether rows of the sheet were sent. Another sheet has rows with the same line numbers, so it cannot be chosen then. */
  isSheetFixed: boolean
  onChange: (place: TablePlace) => void
}

const MAX_PREVIEW_LENGTH = 70

export function TableChoice({ sheets, place, isSheetFixed, onChange }: TableChoiceProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const rows = sheets[place.sheet]?.rows ?? []
  // The last row cannot be headings, because no customer would follow.
  const headingLines = rows.slice(0, Math.min(MAX_HEADING_ROWS, rows.length - 1))
  const preview = (cells: readonly string[]) => cells.filter(Boolean).join(' · ').slice(0, MAX_PREVIEW_LENGTH)
  const chooseSheet = (sheet: number) => {
    const chosen = sheets.slice(sheet, sheet + 1)
    const { heading, headingRows } = findTable(chosen, rememberedColumns(localChoices))
    onChange({ sheet, heading, headingRows })
  }
  const chooseHeading = (heading: string | undefined) => {
    if (heading === undefined) onChange({ ...place, heading: 0, headingRows: 0 })
    else onChange({ ...place, heading: Number(heading), headingRows: 1 })
  }
  return (
    <div className="filters table-choice">
      {sheets.length > 1 && isSheetFixed && <p className="small muted">{t.sheetFixed}</p>}
      {sheets.length > 1 && !isSheetFixed && (
        <ChoiceFilter
          label={t.sheet}
          texts={textsOf(sheets.map((sheet) => t.sheetOption(sheet.name, number(sheet.rows.length), sheet.isHidden)))}
          value={String(place.sheet)}
          onChange={(sheet) => chooseSheet(Number(sheet))}
        />
      )}
      <ChoiceFilter
        label={t.headingLine}
        all={t.noHeadings}
        texts={textsOf(headingLines.map(({ line, cells }) => `${line}: ${preview(cells)}`))}
        value={place.headingRows === 0 ? undefined : String(place.heading)}
        onChange={chooseHeading}
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

/** Returns the texts by their indexes, as filters need them. */
const textsOf = (texts: readonly string[]): Record<string, string> => Object.fromEntries(texts.entries())
