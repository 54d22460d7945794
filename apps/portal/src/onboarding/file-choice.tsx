import {
  Button,
  ClipboardPaste,
  download,
  Download,
  localChoices,
  Notice,
  Upload,
  useFormats,
  useLocale,
  useMessages,
} from '@partner-accounts/ui'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Columns,
  matchColumns,
  missingFields,
  rememberColumns,
  rememberedColumns,
} from '../spreadsheet/columns.ts'
import { readSheetFile, readSheetText, type Sheet, type SheetProblem } from '../spreadsheet/read-sheet.ts'
import { templateCsv } from '../spreadsheet/template.ts'
import { toRows } from '../spreadsheet/to-rows.ts'
import { CheckedRows } from './checked-rows.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { importMessages } from './import-messages.ts'

const MAX_ROWS = 2000

interface ChosenSheet {
  name: string
  sheet: Sheet
  columns: Columns
}

export function FileChoice({ userId }: { userId: string }) {
  const t = useMessages(importMessages)
  const [chosen, setChosen] = useState<ChosenSheet>()
  const [isMapping, setMapping] = useState(false)
  const [problem, setProblem] = useState<SheetProblem | number>()
  const take = (name: string, read: Sheet | SheetProblem) => {
    const tooMany = typeof read !== 'string' && read.rows.length > MAX_ROWS
    setProblem(typeof read === 'string' ? read : tooMany ? read.rows.length : undefined)
    if (typeof read === 'string' || tooMany) return
    const columns = matchColumns(read.headings, rememberedColumns(localChoices))
    setChosen({ name, sheet: read, columns })
    setMapping(missingFields(columns).length > 0)
  }
  const chooseFile = async (file: File) => take(file.name, await readSheetFile(file))
  usePastedCells((text) => take(t.pastedName, readSheetText(text)), chosen === undefined)
  if (!chosen) {
    return <Steps onFile={chooseFile}>{problem !== undefined && <Problem problem={problem} />}</Steps>
  }
  const restart = () => setChosen(undefined)
  if (isMapping) {
    const map = (columns: Columns) => {
      rememberColumns(localChoices, chosen.sheet.headings, columns)
      setChosen({ ...chosen, columns })
      setMapping(false)
    }
    return <ColumnMapping sheet={chosen.sheet} columns={chosen.columns} onDone={map} onCancel={restart} />
  }
  return (
    <CheckedRows
      userId={userId}
      fileName={chosen.name}
      rows={toRows(chosen.sheet, chosen.columns)}
      onMap={() => setMapping(true)}
      onCancel={restart}
    />
  )
}

/** Ignores pastes into text fields. */
function usePastedCells(onText: (text: string) => void, enabled: boolean): void {
  const take = useEffectEvent(onText)
  useEffect(() => {
    if (!enabled) return
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() === '' || (event.target as Element).closest('input, textarea')) return
      event.preventDefault()
      take(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [enabled])
}

function Steps({ onFile, children }: { onFile: (file: File) => Promise<void>; children: ReactNode }) {
  const t = useMessages(importMessages)
  const locale = useLocale()
  return (
    <div className="card steps">
      <Step number={1} title={t.templateTitle} text={t.template}>
        <Button onClick={() => download(t.templateFile, 'text/csv', templateCsv(locale))}>
          <Download size={16} aria-hidden /> {t.downloadTemplate}
        </Button>
      </Step>
      <Step number={2} title={t.chooseTitle} text={t.choose}>
        <DropZone onFile={onFile} />
        {children}
      </Step>
    </div>
  )
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  const t = useMessages(importMessages)
  return (
    <section className="step" aria-label={t.step(number)}>
      <span className="step-number" aria-hidden>
        {number}
      </span>
      <div className="stack">
        <div>
          <h2>{title}</h2>
          <p className="muted">{text}</p>
        </div>
        <div className="stack step-action">{children}</div>
      </div>
    </section>
  )
}

function DropZone({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const t = useMessages(importMessages)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={`drop ${isOver ? 'drop-over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,.txt,text/csv"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void onFile(file)
          // Lets the user choose the same file again once corrected.
          currentTarget.value = ''
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden /> {t.chooseFile}
      </Button>
      <p className="small muted drop-hint">{t.drop}</p>
      <p className="small muted drop-hint">
        <ClipboardPaste size={15} aria-hidden /> {t.paste}
      </p>
    </div>
  )
}

function Problem({ problem }: { problem: SheetProblem | number }) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  return <Notice tone="alert">{typeof problem === 'number' ? t.tooMany(number(problem)) : t.problems[problem]}</Notice>
}
