import { Progress } from '@base-ui/react/progress'
import {
  AlertDialog,
  Button,
  CloseDialog,
  FailureText,
  Notice,
  Pause,
  Play,
  useCountdown,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { useEffect, useState } from 'react'
import { useMe } from '../permissions/me.ts'
import { permissionMessages } from '../permissions/permission-messages.ts'
import { useRateUse } from '../service/rate-use.ts'
import { type Batch, type BatchRow, lateRows, totalOf } from './batch.ts'
import { type BatchRunState, batchRuns, isRunningHere, useBatchRuns } from './batch-runs.ts'
import { batchMessages } from './batch-messages.ts'
import { canAskToNotify } from './notify-end.ts'
import { secondsPerRowOf } from './run-batch.ts'

export function BatchProgress({ batch, rows }: { batch: Batch; rows: readonly BatchRow[] }) {
  const t = useMessages(batchMessages)
  const { number } = useFormats()
  const run = useBatchRuns().runs.get(batch.id) ?? { kind: 'paused' }
  const { created, existing, rejected, waiting } = batch.counts
  const total = totalOf(batch)
  const done = total - waiting
  return (
    <section className="card card-padded stack" aria-label={t.progress}>
      <Progress.Root className="progress" value={done} max={total}>
        <div className="row row-apart small">
          <Progress.Label className="muted">{t.progress}</Progress.Label>
          <span className="numeric">{t.of(number(done), number(total))}</span>
        </div>
        <Progress.Track className="progress-track">
          <Progress.Indicator className="progress-indicator" />
        </Progress.Track>
      </Progress.Root>
      <div className="row row-apart">
        <p className="small muted numeric">
          {t.counts({
            created: number(created),
            existing: number(existing),
            rejected: number(rejected),
            waiting: number(waiting),
          })}
        </p>
        {run.kind === 'creating' && <Pace waiting={waiting} />}
      </div>
      <RunNotice run={run} waiting={waiting} areAllCreated={created === total} />
      <RunButton batch={batch} rows={rows} run={run} />
    </section>
  )
}

function Pace({ waiting }: { waiting: number }) {
  const t = useMessages(batchMessages)
  const { number, duration } = useFormats()
  const secondsPerRow = secondsPerRowOf(useRateUse())
  return (
    <p className="small muted numeric">
      {t.pace(number(Math.floor(60 / secondsPerRow)), duration(waiting * secondsPerRow))}
    </p>
  )
}

function RunButton({ batch, rows, run }: { batch: Batch; rows: readonly BatchRow[]; run: BatchRunState }) {
  const t = useMessages(batchMessages)
  const { mayCreate } = useMe()
  /** Number of late rows while the confirmation is open; 0 while it is closed. */
  const [lateCount, setLateCount] = useState(0)
  const [canAsk, setCanAsk] = useState(canAskToNotify)
  const askToNotify = async () => {
    await Notification.requestPermission()
    setCanAsk(false)
  }
  if (isRunningHere(run)) {
    return (
      <div className="row">
        <Button onClick={() => batchRuns.pause(batch.id)}>
          <Pause size={16} aria-hidden /> {t.pause}
        </Button>
        {canAsk && <Button onClick={askToNotify}>{t.notify}</Button>}
      </div>
    )
  }
  if (batch.counts.waiting === 0 || run.kind === 'elsewhere' || !mayCreate) return null
  const resume = () => {
    setLateCount(0)
    void batchRuns.resume(batch)
  }
  const resumeUnlessLate = () => {
    const late = lateRows(rows, Date.now())
    if (late.length > 0) setLateCount(late.length)
    else resume()
  }
  return (
    <div>
      <Button variant="primary" onClick={resumeUnlessLate}>
        <Play size={16} aria-hidden /> {t.resume}
      </Button>
      <AlertDialog title={t.lateTitle} lead={t.late(lateCount)} open={lateCount > 0} onClose={() => setLateCount(0)}>
        <div className="row">
          <CloseDialog>{t.notNow}</CloseDialog>
          <Button variant="primary" onClick={resume}>
            {t.resumeAnyway}
          </Button>
        </div>
      </AlertDialog>
    </div>
  )
}

interface RunNoticeProps {
  run: BatchRunState
  waiting: number
  areAllCreated: boolean
}

function RunNotice({ run, waiting, areAllCreated }: RunNoticeProps) {
  const t = useMessages(batchMessages)
  if (run.kind === 'elsewhere') return <Notice>{t.elsewhere}</Notice>
  if (waiting === 0) return <Notice tone="good">{areAllCreated ? t.allCreated : t.finished}</Notice>
  switch (run.kind) {
    case 'stopped':
      return <Stopped failure={run.failure} />
    case 'not-stored':
      return <Notice tone="alert">{t.notStored}</Notice>
    case 'unreachable':
      return <Notice tone="caution">{t.unreachable}</Notice>
    case 'limited':
      return <Limited run={run} />
    case 'queued':
      return <Notice>{t.queued}</Notice>
    case 'creating':
      return <Notice>{`${t.creating} ${t.closeHint}`}</Notice>
    case 'paused':
    case 'finished':
      return <Notice>{t.resumable}</Notice>
  }
}

function Limited({ run }: { run: Extract<BatchRunState, { kind: 'limited' }> }) {
  const t = useMessages(batchMessages)
  const { duration } = useFormats()
  return <Notice>{t.limited(duration(useCountdown(run.seconds, run)))}</Notice>
}

function Stopped({ failure }: { failure: Extract<BatchRunState, { kind: 'stopped' }>['failure'] }) {
  const t = useMessages(batchMessages)
  const permissionTexts = useMessages(permissionMessages)
  const { me, refresh } = useMe()
  const isForbidden = failure.status === 403
  // The permission was withdrawn or the partner suspended; the session shows which.
  useEffect(() => {
    if (isForbidden) refresh()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure
  }, [failure])
  return (
    <Notice tone="alert">
      <p>{t.stopped}</p>
      {isForbidden && me.partner.status === 'suspended' ? (
        <p>{permissionTexts.suspendedTitle(me.partner.name)}.</p>
      ) : (
        <FailureText failure={failure} />
      )}
    </Notice>
  )
}
