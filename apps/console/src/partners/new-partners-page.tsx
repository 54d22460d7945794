import { type ListedPartner, readPartnerList } from '@partner-accounts/rules'
import { Button, Page, TableScroll, TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { decodeText } from '@partner-accounts/ui/decode-text'
import { parseDelimited } from '@partner-accounts/ui/read-csv'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { BatchProgress, useStop } from '../changes/batch-progress.tsx'
import { changeMessages } from '../changes/change-messages.ts'
import { recordMessages } from '../records/record-messages.ts'
import { client } from '../service/client.ts'
import { HOME, pathOf } from '../service/paths.ts'
import { newPartnersMessages } from './new-partners-messages.ts'
import { partnerMessages } from './partner-messages.ts'

/** `unknown`: the service or a proxy failed. The partner may exist, so its row is not sent again. */
type Outcome = { kind: 'valid' | 'unknown' } | { kind: 'created'; id: string } | { kind: 'rejected'; errors: string[] }
type Outcomes = Record<string, Outcome>

/** Equal rows are one partner, so that pasting a list again creates nothing twice. */
const keyOf = (row: ListedPartner) => JSON.stringify(row)

function distinctRows(text: string): ListedPartner[] {
  const rows = readPartnerList(parseDelimited(text))
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

const isSent = (outcome: Outcome | undefined) => outcome?.kind === 'created' || outcome?.kind === 'unknown'

interface Progress {
  processed: number
  total: number
}

export function NewPartnersPage() {
  const t = useMessages(newPartnersMessages)
  const partnerTexts = useMessages(partnerMessages)
  const [text, setText] = useState('')
  const { outcomes, progress, send, stop } = useCreations()
  const rows = distinctRows(text)
  return (
    <Page title={t.title} lead={t.lead} back={{ to: `${HOME}/partners`, label: partnerTexts.title }}>
      <div className="card card-padded stack">
        <ListFields text={text} onChange={setText} readOnly={progress !== undefined} />
        <SendButtons rows={rows} outcomes={outcomes} progress={progress} send={send} stop={stop} />
        {progress && <BatchProgress {...progress} />}
      </div>
      {rows.length > 0 && <Preview rows={rows} outcomes={outcomes} />}
    </Page>
  )
}

/** Checks rows (`dryRun`) or creates their partners, one after the other, and keeps the outcomes. */
function useCreations() {
  const t = useMessages(newPartnersMessages)
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcomes>({})
  const [progress, setProgress] = useState<Progress>()
  const { start, stop, isStopped } = useStop()

  async function send(rows: readonly ListedPartner[], { dryRun }: { dryRun: boolean }) {
    start()
    for (const [index, row] of rows.entries()) {
      setProgress({ processed: index, total: rows.length })
      const outcome = await create(row, dryRun)
      setOutcomes((previous) => ({ ...previous, [keyOf(row)]: outcome }))
      if (isStopped()) break
    }
    setProgress(undefined)
    if (!dryRun) await queries.invalidateQueries()
  }

  async function create(row: ListedPartner, dryRun: boolean): Promise<Outcome> {
    try {
      const { id } = await client.internal.partners.create.mutate({ ...row, dryRun })
      return dryRun ? { kind: 'valid' } : { kind: 'created', id }
    } catch (error) {
      const { status, fields, uiMessage } = failureOf(error)
      const isUnknown = status === 0 || status >= 500
      if (isUnknown && !dryRun) return { kind: 'unknown' }
      const labels: Record<string, string> = t.fields
      const fieldErrors = Object.entries(fields ?? {}).flatMap(([name, errors]) => {
        const label = labels[name] ?? name
        return errors.map((message) => `${label}: ${message}`)
      })
      return { kind: 'rejected', errors: fieldErrors.length > 0 ? fieldErrors : [uiMessage ?? t.noResponse] }
    }
  }

  return { outcomes, progress, send, stop }
}

interface ListFieldsProps {
  text: string
  onChange: (text: string) => void
  readOnly: boolean
}

function ListFields({ text, onChange, readOnly }: ListFieldsProps) {
  const t = useMessages(newPartnersMessages)
  const readFile = async (file: File) => onChange(decodeText(new Uint8Array(await file.arrayBuffer())))
  return (
    <>
      <TextField
        name="list"
        label={t.list}
        hint={t.hint}
        mono
        value={text}
        onChange={onChange}
        readOnly={readOnly}
        control={<textarea rows={6} />}
      />
      <label className="stack">
        <span className="field-label">{t.file}</span>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          disabled={readOnly}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void readFile(file)
            // Lets the same file be chosen again after a correction.
            currentTarget.value = ''
          }}
        />
      </label>
    </>
  )
}

interface SendButtonsProps extends ReturnType<typeof useCreations> {
  rows: readonly ListedPartner[]
}

function SendButtons({ rows, outcomes, progress, send, stop }: SendButtonsProps) {
  const t = useMessages(newPartnersMessages)
  const changeTexts = useMessages(changeMessages)
  const { number } = useFormats()
  const valid = rows.filter((row) => outcomes[keyOf(row)]?.kind === 'valid')
  const unsent = rows.filter((row) => !isSent(outcomes[keyOf(row)]))
  return (
    <div className="row">
      <Button
        disabled={rows.length === 0 || progress !== undefined}
        onClick={() => void send(unsent, { dryRun: true })}
      >
        {t.check}
      </Button>
      <Button
        variant="primary"
        disabled={valid.length === 0 || progress !== undefined}
        onClick={() => void send(valid, { dryRun: false })}
      >
        {t.create(number(valid.length))}
      </Button>
      {progress && (
        <Button variant="quiet" onClick={stop}>
          {changeTexts.stop}
        </Button>
      )}
    </div>
  )
}

function Preview({ rows, outcomes }: { rows: readonly ListedPartner[]; outcomes: Outcomes }) {
  const t = useMessages(newPartnersMessages)
  const partnerTexts = useMessages(partnerMessages)
  const recordTexts = useMessages(recordMessages)
  return (
    <div className="card">
      <TableScroll label={t.title}>
        <table className="table">
          <caption className="visually-hidden">{t.title}</caption>
          <thead>
            <tr>
              {[recordTexts.name, partnerTexts.coupon, t.manager, t.result].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">{row.name || recordTexts.none}</th>
                <td>{row.coupon ?? recordTexts.none}</td>
                <td>{row.manager ? `${row.manager.name} ${row.manager.email}` : recordTexts.none}</td>
                <td>
                  <Result outcome={outcomes[keyOf(row)]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  )
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  const t = useMessages(newPartnersMessages)
  if (!outcome) return t.unchecked
  if (outcome.kind === 'created') return <Link to={pathOf.partner(outcome.id)}>{t.created}</Link>
  if (outcome.kind === 'rejected') return outcome.errors.join(' ')
  return t[outcome.kind]
}
