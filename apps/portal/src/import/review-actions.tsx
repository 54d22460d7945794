import { Button, Notice, useAction, useFormats, useMessages } from '@partner-accounts/ui'
import { useNavigate } from 'react-router'
import { batchRuns } from '../batches/batch-runs.ts'
import { secondsPerRowOf } from '../batches/run-batch.ts'
import { useMe } from '../permissions/me.ts'
import { useRateUse } from '../service/rate-use.ts'
import { ModeButton } from '../test-mode/mode-button.tsx'
import { importMessages } from './import-messages.ts'
import { STATUSES } from './review-rows.tsx'
import { originalOf } from './save-rows.ts'
import { unfinishedImports } from './unfinished-import-store.ts'
import { toRehearsal, type UnfinishedImport } from './unfinished-import.ts'
import type { ImportRow } from './use-import-rows.ts'

interface ReviewActionsProps {
  userId: string
  unfinished: UnfinishedImport
  headings: readonly string[]
  rows: readonly ImportRow[]
  /** Whether existing accounts of the rows are still being looked up. */
  isPending: boolean
  /** Whether questions are open. They must be settled before the start. */
  isAsking: boolean
}

/** Shorter durations are not shown. */
const MIN_SHOWN_SECONDS = 60

export function ReviewActions({ userId, unfinished, headings, rows, isPending, isAsking }: ReviewActionsProps) {
  const t = useMessages(importMessages)
  const { number, duration } = useFormats()
  const { mode } = useMe().me.partner
  const start = useAction({ mutationFn: useStart({ userId, unfinished, headings, rows }) })
  const ready = rows.filter(({ status }) => status === 'ready').length
  const seconds = ready * secondsPerRowOf(useRateUse())
  /** Stores a copy for the user of test mode. The original remains for the real import. */
  const rehearse = async (testUserId: string) => {
    const remaining = rows.filter(({ status }) => status !== 'excluded').length
    const work = { ...unfinished.work, rehearsedBy: testUserId }
    await unfinishedImports.save(userId, { ...unfinished, work }, remaining)
    await unfinishedImports.save(testUserId, toRehearsal(unfinished), rows.length)
  }
  const counts = STATUSES.flatMap((status) => {
    const { length } = rows.filter((row) => row.status === status)
    return length > 0 ? [`${t.statuses[status]}: ${number(length)}`] : []
  })
  const summary = isPending ? t.lookingUp : counts.join(' · ')
  return (
    <div className="import-actions row row-apart">
      <div className="small">
        {start.isError && <Notice tone="alert">{t.startFailed}</Notice>}
        <p role="status">{isAsking ? t.answerFirst : summary}</p>
        {seconds >= MIN_SHOWN_SECONDS && <p className="muted">{t.takes(duration(seconds))}</p>}
      </div>
      <div className="row">
        {mode === 'live' && <ModeButton label={t.rehearse} page="/portal/import" beforeSwitch={rehearse} />}
        <Button
          variant="primary"
          onClick={() => start.mutate()}
          busy={isPending || start.isPending}
          disabled={isAsking || ready === 0}
        >
          {ready === 0 ? t.noneReady : t.start(number(ready), ready === 1)}
        </Button>
      </div>
    </div>
  )
}

type StartInput = Pick<ReviewActionsProps, 'userId' | 'unfinished' | 'headings' | 'rows'>

/** Returns a function that starts a batch of the ready rows, and opens its page. */
function useStart({ userId, unfinished, headings, rows }: StartInput): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const { id, fileName, work } = unfinished
    const ready = rows.filter(({ status }) => status === 'ready')
    const newRows = ready.map(({ row: { line, draft, cells } }) => ({
      line,
      draft,
      original: originalOf(headings, cells),
    }))
    const batchId = await batchRuns.start(userId, { id, fileName }, newRows)
    const sent = [...work.sent, ...newRows.map(({ line }) => line)]
    const remaining = rows.filter(({ status }) => status !== 'excluded').length - newRows.length
    await unfinishedImports.save(userId, { ...unfinished, work: { ...work, sent } }, remaining)
    await navigate(`/portal/import/${batchId}`)
  }
}
