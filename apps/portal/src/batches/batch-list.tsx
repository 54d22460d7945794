import { Link } from 'react-router'
import { useFormats, useMessages } from '@partner-accounts/ui'
import { type Batch, totalOf, undownloadedOf } from './batch.ts'
import { type BatchRunState, isRunningInAnyTab, useBatchRuns } from './batch-runs.ts'
import { batchMessages } from './batch-messages.ts'

export function BatchList({ batches }: { batches: readonly Batch[] }) {
  const t = useMessages(batchMessages)
  const formats = useFormats()
  const { runs } = useBatchRuns()
  return (
    <section className="card" aria-labelledby="batches">
      <div className="card-heading">
        <h2 id="batches">{t.batches}</h2>
      </div>
      <ul className="list">
        {batches.map((batch) => (
          <li key={batch.id} className="list-item">
            <div>
              <Link className="list-link" to={`/portal/import/${batch.id}`}>
                {batch.fileName}
              </Link>
              <p className="small muted">
                {formats.dateTime(batch.startedAt)} · {t.rows(formats.number(totalOf(batch)), totalOf(batch) === 1)}
              </p>
            </div>
            <BatchBadge batch={batch} run={runs.get(batch.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BatchBadge({ batch, run }: { batch: Batch; run: BatchRunState | undefined }) {
  const t = useMessages(batchMessages)
  const formats = useFormats()
  if (isRunningInAnyTab(run)) return <span className="badge badge-good">{t.status.running}</span>
  const { waiting } = batch.counts
  if (waiting > 0) return <span className="badge badge-alert">{t.status.unfinished(formats.number(waiting))}</span>
  const undownloaded = undownloadedOf(batch)
  if (undownloaded > 0) return <span className="badge badge-alert">{t.status.undownloaded}</span>
  return <span className="badge">{t.status.finished}</span>
}
