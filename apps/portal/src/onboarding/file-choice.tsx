import { Download, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { download } from '../components/download.ts'
import { Notice } from '../components/notice.tsx'
import { useFormats } from '../preferences/formats.ts'
import { useWords } from '../preferences/locale.ts'
import { type AccountFile, decodeFile, readAccountFile, templateCsv } from './account-file.ts'
import type { NewRow } from './batch.ts'
import { CheckedRows } from './checked-rows.tsx'
import { onboardingWords } from './onboarding-words.ts'

interface ChosenFile {
  name: string
  rows: NewRow[]
}

export function FileChoice({ userId }: { userId: string }) {
  const t = useWords(onboardingWords)
  const [chosen, setChosen] = useState<ChosenFile>()
  const [refused, setRefused] = useState<AccountFile | 'unreadable'>()
  const choose = async (file: File) => {
    const read = await file.arrayBuffer().then(
      (bytes) => readAccountFile(decodeFile(bytes)),
      () => 'unreadable' as const,
    )
    const good = read !== 'unreadable' && read.kind === 'rows'
    setChosen(good ? { name: file.name, rows: read.rows } : undefined)
    setRefused(good ? undefined : read)
  }
  if (chosen) return <CheckedRows userId={userId} file={chosen} onOther={() => setChosen(undefined)} />
  return (
    <div className="card steps">
      <Step number={1} title={t.templateTitle} text={t.template}>
        <Button onClick={() => download(t.templateFile, 'text/csv', templateCsv())}>
          <Download size={16} aria-hidden /> {t.downloadTemplate}
        </Button>
      </Step>
      <Step number={2} title={t.chooseTitle} text={t.choose}>
        <FileButton onFile={choose} />
        {refused && <RefusedFile refused={refused} />}
      </Step>
    </div>
  )
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  const t = useWords(onboardingWords)
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

function FileButton({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const t = useWords(onboardingWords)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void onFile(file)
          // The same file may be chosen again once it is mended.
          currentTarget.value = ''
        }}
      />
      <Button look="primary" onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden /> {t.chooseFile}
      </Button>
    </>
  )
}

function RefusedFile({ refused }: { refused: AccountFile | 'unreadable' }) {
  const t = useWords(onboardingWords)
  const formats = useFormats()
  const reason = () => {
    if (refused === 'unreadable') return t.unreadable
    if (refused.kind === 'missing-columns') return t.missing(refused.columns.join(', '))
    return refused.kind === 'too-many' ? t.tooMany(formats.number(refused.rows)) : t.empty
  }
  return <Notice tone="alert">{reason()}</Notice>
}
