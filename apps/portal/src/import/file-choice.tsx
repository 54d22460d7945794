import {
  Button,
  ClipboardPaste,
  Download,
  localChoices,
  Notice,
  Upload,
  useLocale,
  useMessages,
} from '@partner-accounts/ui'
import type { Reading } from '@partner-accounts/ui/decode-text'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { rememberedColumns } from './rows/columns.ts'
import { type ReadResult, type FileProblem, readFile, readText } from './file/read-file.ts'
import { type UnfinishedImport, newImport } from './unfinished-import.ts'
import { importMessages } from './import-messages.ts'
import { saveTemplate } from './save-rows.ts'

export function FileChoice({ onChoose }: { onChoose: (chosen: UnfinishedImport) => void }) {
  const t = useMessages(importMessages)
  const [problem, setProblem] = useState<FileProblem>()
  const [doubtful, setDoubtful] = useState<{ name: string; readings: readonly Reading[] }>()
  const take = (name: string, result: ReadResult) => {
    setProblem(undefined)
    setDoubtful(undefined)
    if (typeof result === 'string') setProblem(result)
    else if ('readings' in result) setDoubtful({ name, readings: result.readings })
    else onChoose(newImport(name, result, rememberedColumns(localChoices)))
  }
  const chooseFile = async (file: File) => take(file.name, await readFile(file))
  usePastedCells((text) => take(t.pastedName, readText(text)))
  return (
    <Steps onFile={chooseFile}>
      {problem && <Notice tone="alert">{t.problems[problem]}</Notice>}
      {doubtful && (
        <ReadingChoice readings={doubtful.readings} onChoose={({ text }) => take(doubtful.name, readText(text))} />
      )}
    </Steps>
  )
}

interface ReadingChoiceProps {
  readings: readonly Reading[]
  onChoose: (reading: Reading) => void
}

const MAX_SAMPLE_LINES = 3
const MAX_SAMPLE_LENGTH = 90
const NON_ASCII = /[^\0-\x7F]/

/** Shows the first lines with accented letters in each possible encoding. A person chooses the right encoding. */
function ReadingChoice({ readings, onChoose }: ReadingChoiceProps) {
  const t = useMessages(importMessages)
  const linesByReading = readings.map(({ text }) => text.split(/\r\n?|\n/))
  const linesOfFirstReading = linesByReading[0] ?? []
  const accentedIndexes = linesOfFirstReading.flatMap((line, index) => (NON_ASCII.test(line) ? [index] : []))
  const sampleIndexes = accentedIndexes.slice(0, MAX_SAMPLE_LINES)
  return (
    <Notice tone="caution">
      <p>{t.readingQuestion}</p>
      {readings.map((reading, index) => (
        <div key={reading.encoding} className="stack reading">
          <div className="small">
            {sampleIndexes.map((lineIndex) => (
              <p key={lineIndex}>{linesByReading[index]?.[lineIndex]?.slice(0, MAX_SAMPLE_LENGTH)}</p>
            ))}
          </div>
          <Button small onClick={() => onChoose(reading)}>
            {t.chooseReading(index + 1)}
          </Button>
        </div>
      ))}
    </Notice>
  )
}

/** Calls `onText` with what is pasted anywhere on the page, except in a text field. */
function usePastedCells(onText: (text: string) => void): void {
  const take = useEffectEvent(onText)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() === '' || (event.target as Element).closest('input, textarea')) return
      event.preventDefault()
      take(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

function Steps({ onFile, children }: { onFile: (file: File) => Promise<void>; children: ReactNode }) {
  const t = useMessages(importMessages)
  const locale = useLocale()
  return (
    <div className="card steps">
      <Step number={1} title={t.templateTitle} text={t.template}>
        <Button onClick={() => saveTemplate(locale)}>
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
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={`drop ${isOver ? 'drop-over' : ''}`}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.ods,.csv,.txt,.tsv,.xml,.htm,.html,text/csv"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void onFile(file)
          // Without this, choosing the same file again, after correcting it, would cause no event.
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
