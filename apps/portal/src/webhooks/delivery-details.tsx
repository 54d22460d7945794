import { Button, DeliveryError, Fact, FailureNotice, serviceNow, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'
import { useReplay } from './use-replay.ts'
import { webhookMessages } from './webhook-messages.ts'

export function DeliveryDetails({ id }: { id: string }) {
  const t = useMessages(webhookMessages)
  const { number, exactTime } = useFormats()
  const query = useQuery(useTRPC().webhooks.getDelivery.queryOptions({ id }))
  const replay = useReplay(id)
  if (query.isPending) return <p className="muted">{t.loading}</p>
  if (query.isError) return <FailureNotice error={query.error} retry={() => void query.refetch()} />
  const { status, eventId, responseStatus, durationMs, dueAt, lastError, requestBody, responseBody } = query.data
  return (
    <div className="stack">
      <dl className="facts">
        <Fact label={t.response} value={responseStatus ?? t.noResponse} />
        {durationMs !== null && <Fact label={t.duration} value={`${number(durationMs)} ms`} />}
        {status === 'queued' && <Fact label={t.nextAttempt} value={nextAttempt(dueAt, exactTime)} />}
        {lastError !== null && <Fact isWide label={t.error} value={<DeliveryError error={lastError} />} />}
        <Fact isWide label={t.eventId} value={<code>{eventId}</code>} />
      </dl>
      <Body title={t.requestBody} text={requestBody ?? t.expired} />
      {responseStatus !== null && <Body title={t.responseBody} text={responseBody || t.empty} />}
      {replay.isError && <FailureNotice error={replay.error} />}
      {(status !== 'queued' || lastError !== null) && (
        <div>
          <Button small busy={replay.isPending} onClick={() => replay.mutate({})}>
            {status === 'queued' ? t.sendNow : t.replay}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Year of the due time of deliveries that their endpoint cannot receive now. */
const YEAR_OF_PAUSED = '9999'

function nextAttempt(dueAt: string, format: (timestamp: string) => string): string {
  if (dueAt.startsWith(YEAR_OF_PAUSED)) return '–'
  // An overdue delivery is sent as soon as possible.
  const time = Math.max(Date.parse(dueAt), serviceNow())
  return format(new Date(time).toISOString())
}

const Body = ({ title, text }: { title: string; text: string }) => (
  <div className="stack">
    <h3 className="small muted">{title}</h3>
    {/* `tabIndex` makes the text focusable, so the keyboard can scroll it. */}
    <pre className="code" tabIndex={0} role="region" aria-label={title}>
      {text}
    </pre>
  </div>
)
