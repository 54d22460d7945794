import { useQuery } from '@tanstack/react-query'
import { Button, FailureNotice, RelativeTime, useFormats, useMessages, useAction } from '@partner-accounts/ui'
import { client, type Outputs } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { browserName } from '@partner-accounts/ui/browser-name'
import { sessionsMessages } from './sessions-messages.ts'

type Session = Outputs['sessions']['list'][number]

export function Sessions() {
  const t = useMessages(sessionsMessages)
  const query = useQuery(useTRPC().sessions.list.queryOptions())
  const end = useAction({
    mutationFn: (ended: { id: string } | 'others') =>
      ended === 'others' ? client.sessions.endOthers.mutate() : client.sessions.end.mutate(ended),
    onSuccess: () => query.refetch(),
  })
  return (
    <section className="card card-padded stack" aria-labelledby="sessions" aria-busy={query.isFetching}>
      <h2 id="sessions">{t.title}</h2>
      <p className="muted">{t.lead}</p>
      {end.error && <FailureNotice error={end.error} />}
      {!end.error && query.error && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <ul className="list stack">
        {query.data?.map((session) => (
          <li key={session.id} className="row row-apart">
            <Description session={session} />
            {!session.isCurrent && (
              <Button
                small
                busy={end.isPending}
                aria-label={t.endNamed(browserName(session.userAgent) || t.unknown)}
                onClick={() => end.mutate({ id: session.id })}
              >
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="small muted">{t.endOthersNote}</p>
      <div>
        <Button variant="danger" busy={end.isPending} onClick={() => end.mutate('others')}>
          {t.endOthers}
        </Button>
      </div>
    </section>
  )
}

function Description({ session: { userAgent, startedAt, lastUsedAt, isCurrent } }: { session: Session }) {
  const t = useMessages(sessionsMessages)
  const formats = useFormats()
  return (
    <div>
      <p className="row">
        {browserName(userAgent) || t.unknown}
        {isCurrent && <span className="badge badge-good">{t.current}</span>}
      </p>
      <p className="small muted">
        {!isCurrent && (
          <>
            {t.lastUse} <RelativeTime timestamp={lastUsedAt} /> ·{' '}
          </>
        )}
        {t.since(formats.dateTime(startedAt))}
      </p>
    </div>
  )
}
