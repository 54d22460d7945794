import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import {
  AlertDialog,
  Button,
  Choices,
  CloseDialog,
  Download,
  localChoices,
  Notice,
  useFormats,
  useLocale,
  useMessages,
} from '@partner-accounts/ui'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Field, FIELDS } from '../accounts/account-draft.ts'
import { newIdempotencyKey } from '../accounts/idempotency-key.ts'
import { useMe } from '../permissions/me.ts'
import { rememberedColumns } from '../spreadsheet/columns.ts'
import { tableAt, type TablePlace } from '../spreadsheet/find-table.ts'
import { sheetLabels } from '../spreadsheet/template.ts'
import { ModeButton } from '../test-mode/mode-button.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { draftStore } from './draft-store.ts'
import { choosePlace, type Edit, type ImportDraft, type ImportWork } from './import-draft.ts'
import { importMessages } from './import-messages.ts'
import { onboardingRun } from './onboarding-run.ts'
import { type RowActions, RowGrid } from './row-grid.tsx'
import { originalOf, saveFaultyRows } from './save-rows.ts'
import { TableChoice } from './table-choice.tsx'
import { type ImportRow, type RowStatus, useImportRows } from './use-import-rows.ts'

const IDENTIFYING: readonly Field[] = ['company_doc.name', 'company_doc.cnpj', 'company_doc.cpf', 'email']
const STATUSES = ['invalid', 'existing', 'left', 'ready'] as const

interface ImportReviewProps {
  userId: string
  initial: ImportDraft
  onDiscard: () => void
}

export function ImportReview({ userId, initial, onDiscard }: ImportReviewProps) {
  const t = useMessages(importMessages)
  const { number } = useFormats()
  const locale = useLocale()
  const labels = useMessages(sheetLabels)
  const navigate = useNavigate()
  const { mode } = useMe().me.partner
  const [work, setWork] = useState(initial.work)
  const draft = { ...initial, work }
  const { rows, isPending, retry } = useImportRows(draft)
  const [filter, setFilter] = useState<Filter>(ALL)
  const [isStarting, setStarting] = useState(false)
  const count = (status: RowStatus) => rows.filter((row) => row.status === status).length
  const ready = rows.filter(({ status }) => status === 'ready')
  const remaining = rows.length - count('left')
  useEffect(() => void draftStore.save(userId, { ...initial, work }, remaining), [userId, initial, work, remaining])

  const table = useMemo(() => tableAt(initial.sheets, work.place), [initial, work.place])
  const hidden = table.rows.filter(({ isHidden }) => isHidden).length
  const isAsking = hidden > 0 && work.hiddenRows === undefined
  const actions = useMemo(() => actionsOf(setWork), [])
  const movePlace = (place: TablePlace) =>
    setWork((before) => ({
      ...before,
      ...(place.sheet !== before.place.sheet && { edits: {}, decisions: {} }),
      ...choosePlace(initial.sheets, place, rememberedColumns(localChoices)),
    }))
  const start = async () => {
    const chosen = ready.map(({ row: { line, draft: values, cells } }) => ({
      line,
      draft: values,
      original: originalOf(table.headings, cells),
    }))
    const batchId = await onboardingRun.start(userId, { id: initial.id, fileName: initial.fileName }, chosen)
    const sent = [...work.sent, ...chosen.map(({ line }) => line)]
    await draftStore.save(userId, { ...initial, work: { ...work, sent } }, remaining - chosen.length)
    await navigate(`/portal/onboarding/${batchId}`)
  }
  /** Once on a double click. */
  const startOnce = () => {
    setStarting(true)
    void start().catch((error: unknown) => {
      setStarting(false)
      throw error
    })
  }
  /** Gives the user of test mode a copy. This draft remains, for the real import. */
  const rehearse = (testUserId: string) =>
    draftStore.save(testUserId, { ...draft, id: newIdempotencyKey(), work: { ...work, sent: [] } }, rows.length)
  const saveFaulty = () => {
    const faulty = rows.flatMap(({ row, status, errors, emailOwner, taxIdOwner, repeats }) => {
      if (status === 'ready') return []
      const reasons = FIELDS.flatMap((field) =>
        errors[field] === undefined ? [] : [`${labels[field]}: ${errors[field]}`],
      )
      const owner = emailOwner ?? taxIdOwner
      if (work.rejections[row.line] !== undefined) reasons.push(work.rejections[row.line] ?? '')
      if (owner) reasons.push(`${emailOwner ? t.sameEmailAs : t.sameDocumentAs} ${owner.name}`)
      else if (repeats !== undefined) reasons.push(t.repeats(repeats))
      if (status === 'left') reasons.push(t.left[row.exclusion ?? 'person'])
      return [{ line: row.line, reason: reasons.join(' '), original: originalOf(table.headings, row.cells) }]
    })
    void saveFaultyRows(initial.fileName, faulty, locale)
  }
  const columns = fieldsOf(rows, filter.first).join(' ')
  // Stable while a person types, so other rows are not rendered.
  const fields = useMemo(() => columns.split(' ') as Field[], [columns])
  const shown = rows.filter(
    (row) => filter.status === 'all' || row.status === filter.status || filter.lines.has(row.row.line),
  )
  const choose = (status: Filter['status']) => {
    const chosen = rows.filter((row) => row.status === status)
    const invalid = new Set(chosen.flatMap(({ errors }) => Object.keys(errors)))
    const first = FIELDS.filter((field) => invalid.has(field))
    setFilter({ status, first, lines: new Set(chosen.map(({ row }) => row.line)) })
  }
  return (
    <div className="card card-padded stack-wide">
      <div className="row row-apart">
        <h2>{initial.fileName}</h2>
        <Discard onDiscard={onDiscard} />
      </div>
      <TableChoice sheets={initial.sheets} place={work.place} onChange={movePlace} />
      <ColumnMapping
        table={table}
        columns={work.columns}
        onChange={(columns) => setWork((before) => ({ ...before, columns }))}
      />
      {hidden > 0 && (
        <Notice tone="caution">
          <p>{t.hidden(number(hidden), hidden === 1)}</p>
          <Choices
            label={t.hiddenChoice}
            value={work.hiddenRows ?? ''}
            onChange={(hiddenRows) => hiddenRows !== '' && setWork((before) => ({ ...before, hiddenRows }))}
            options={[
              { value: 'leave', label: t.hiddenLeave },
              { value: 'include', label: t.hiddenInclude },
            ]}
          />
        </Notice>
      )}
      <div className="stack">
        <div className="row row-apart">
          <h2>{t.rowsTitle}</h2>
          {rows.length > ready.length && (
            <Button onClick={saveFaulty}>
              <Download size={16} aria-hidden /> {t.downloadInvalid}
            </Button>
          )}
        </div>
        <Choices
          label={t.show}
          value={filter.status}
          onChange={choose}
          options={(['all', ...STATUSES] as const)
            .map((status) => ({ status, length: status === 'all' ? rows.length : count(status) }))
            .filter(({ status, length }) => status === 'all' || length > 0 || status === filter.status)
            .map(({ status, length }) => ({ value: status, label: `${t.statuses[status]} (${number(length)})` }))}
        />
        <RowGrid
          key={filter.status}
          rows={shown}
          fields={fields}
          edits={work.edits}
          rejections={work.rejections}
          actions={actions}
        />
      </div>
      {retry && (
        <Notice tone="alert">
          <p>{t.lookupFailed}</p>
          <Button small onClick={retry}>
            {t.lookupRetry}
          </Button>
        </Notice>
      )}
      <div className="import-actions row row-apart">
        <p role="status" className="small">
          {isAsking ? t.answerHidden : isPending ? t.lookingUp : summaryOf(rows, t, number)}
        </p>
        <div className="row">
          {mode === 'live' && <ModeButton label={t.rehearse} page="/portal/onboarding" beforeSwitch={rehearse} />}
          <Button
            variant="primary"
            onClick={startOnce}
            busy={isPending || isStarting}
            disabled={isAsking || ready.length === 0}
          >
            {t.start(number(ready.length), ready.length === 1)}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface Filter {
  status: RowStatus | 'all'
  /** Rows stay in view while being corrected. */
  lines: ReadonlySet<number>
  first: readonly Field[]
}
const ALL: Filter = { status: 'all', lines: new Set(), first: [] }

function fieldsOf(rows: readonly ImportRow[], first: readonly Field[]): Field[] {
  const used = (field: Field) => rows.some(({ row }) => row.draft[field] !== '')
  const ordered = new Set([...IDENTIFYING.slice(0, 1), ...first, ...IDENTIFYING, ...FIELDS])
  return [...ordered].filter(
    (field) => ACCOUNT_FIELD_RULES[field].required || field === 'company_doc.cnpj' || used(field),
  )
}

const actionsOf = (setWork: (change: (before: ImportWork) => ImportWork) => void): RowActions => {
  const decide = (line: number, decision: ImportWork['decisions'][number]) =>
    setWork((before) => ({ ...before, decisions: { ...before.decisions, [line]: decision } }))
  return {
    edit: (line: number, changes: Edit) =>
      setWork((before) => ({
        ...before,
        rejections: Object.fromEntries(Object.entries(before.rejections).filter(([other]) => Number(other) !== line)),
        edits: { ...before.edits, [line]: { ...before.edits[line], ...changes } },
      })),
    leave: (line) => decide(line, 'leave'),
    include: (line) => decide(line, 'include'),
    repeat: (line) => decide(line, 'repeat'),
  }
}

function summaryOf(rows: readonly ImportRow[], t: (typeof importMessages)['en'], number: (value: number) => string) {
  const parts = STATUSES.flatMap((status) => {
    const { length } = rows.filter((row) => row.status === status)
    return length > 0 ? [`${t.statuses[status]}: ${number(length)}`] : []
  })
  return parts.join(' · ')
}

function Discard({ onDiscard }: { onDiscard: () => void }) {
  const t = useMessages(importMessages)
  return (
    <AlertDialog title={t.discardTitle} lead={t.discardText} trigger={<Button variant="quiet">{t.otherFile}</Button>}>
      <div className="row">
        <CloseDialog variant="primary">{t.keep}</CloseDialog>
        <Button variant="danger" onClick={onDiscard}>
          {t.discard}
        </Button>
      </div>
    </AlertDialog>
  )
}
