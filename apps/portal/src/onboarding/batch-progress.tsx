import { Progress } from '@base-ui/react/progress'
import { Pause, Play } from 'lucide-react'
import { FailureText } from '../components/failure-notice.tsx'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useFormats } from '../preferences/formats.ts'
import { useWords } from '../preferences/locale.ts'
import { type Batch, countRows } from './batch.ts'
import { BatchResults } from './batch-results.tsx'
import { isUnderWay, onboardingRun, useOnboarding } from './onboarding-run.ts'
import { onboardingWords } from './onboarding-words.ts'

export function BatchProgress({ batch }: { batch: Batch }) {
  const t = useWords(onboardingWords)
  const formats = useFormats()
  const { run } = useOnboarding()
  const { created, refused, waiting } = countRows(batch.rows)
  const done = created + refused
  const total = batch.rows.length
  return (
    <>
      <section className="card card-padded stack" aria-label={batch.fileName}>
        <div className="row row-apart">
          <h2>{batch.fileName}</h2>
          <RunButton underWay={isUnderWay(run)} waiting={waiting} />
        </div>
        <Progress.Root className="progress" value={done} max={total}>
          <div className="row row-apart small">
            <Progress.Label className="muted">{t.progress}</Progress.Label>
            <span className="numeric">{t.of(formats.number(done), formats.number(total))}</span>
          </div>
          <Progress.Track className="progress-track">
            <Progress.Indicator className="progress-indicator" />
          </Progress.Track>
        </Progress.Root>
        <p className="small muted numeric">
          {t.counts(formats.number(created), formats.number(refused), formats.number(waiting))}
        </p>
        <RunNotice waiting={waiting} />
      </section>
      <BatchResults batch={batch} />
    </>
  )
}

function RunButton({ underWay, waiting }: { underWay: boolean; waiting: number }) {
  const t = useWords(onboardingWords)
  if (underWay) {
    return (
      <Button onClick={onboardingRun.pause}>
        <Pause size={16} aria-hidden /> {t.pause}
      </Button>
    )
  }
  if (waiting === 0) return null
  return (
    <Button look="primary" onClick={onboardingRun.resume}>
      <Play size={16} aria-hidden /> {t.resume}
    </Button>
  )
}

function RunNotice({ waiting }: { waiting: number }) {
  const t = useWords(onboardingWords)
  const { run } = useOnboarding()
  if (waiting === 0) return <Notice tone="good">{t.finished}</Notice>
  if (run.kind === 'stopped') {
    return (
      <Notice tone="alert">
        <p>{t.stopped}</p>
        <FailureText failure={run.failure} />
      </Notice>
    )
  }
  if (run.kind === 'unreachable') return <Notice tone="caution">{t.unreachable}</Notice>
  if (run.kind === 'pacing') return <Notice>{t.pacing}</Notice>
  if (run.kind === 'creating') return <Notice>{`${t.creating} ${t.closeHint}`}</Notice>
  return <Notice>{t.resumable}</Notice>
}
