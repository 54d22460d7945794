import { ButtonLink, nextCursor, Page, RelativeTime, useMessages } from '@partner-accounts/ui'
import { browserName } from '@partner-accounts/ui/browser-name'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readActor } from '../audit/actor.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { type Column, Records } from '../records/records.tsx'
import { Section } from '../records/section.tsx'
import { client, type Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { HOME } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { sessionMessages } from '../session/session-messages.ts'
import { InviteButton } from './invite-button.tsx'
import { operatorMessages } from './operator-messages.ts'

type Session = Outputs['console']['listSessions']['items'][number]

const SHORT_LIMIT = 10
const REFRESH_INTERVAL_MS = 30_000

export function OperatorsPage() {
  const t = useMessages(operatorMessages)
  const { may } = useMe()
  const methods = useQuery(useTRPC().operators.getSignInMethods.queryOptions())
  // Operators cannot create links if the service has a sign-in provider.
  const canInvite = may('admin') && methods.data?.providerUrl === null
  return (
    <Page title={t.title} lead={t.lead} actions={canInvite && <InviteButton />}>
      <Section title={t.sessions}>
        <Sessions />
      </Section>
      <Section
        title={t.signIns}
        actions={
          <ButtonLink small variant="quiet" to={`${HOME}/audit?action=operator.sign-in-rejected`}>
            {t.rejected}
          </ButtonLink>
        }
      >
        <SignIns />
      </Section>
    </Page>
  )
}

function Sessions() {
  const t = useMessages(operatorMessages)
  const { roles } = useMessages(sessionMessages)
  const { me, may } = useMe()
  const query = useInfiniteQuery(
    useTRPC().internal.console.listSessions.infiniteQueryOptions(
      {},
      { ...LIST_OPTIONS, refetchInterval: REFRESH_INTERVAL_MS },
    ),
  )
  const endColumn: Column<Session> = {
    heading: t.end,
    cell: (session) =>
      session.id === me.id ? <span className="badge badge-good">{t.current}</span> : <EndButton session={session} />,
  }
  return (
    <Records
      caption={t.sessions}
      query={query}
      keyOf={({ id }) => id}
      linkTo={(session) => auditOf(`operator:${nameOf(session)}`)}
      columns={[
        { heading: t.operator, cell: nameOf },
        { heading: t.role, cell: ({ role }) => roles[role] },
        {
          heading: t.started,
          cell: ({ startedAt }) => <RelativeTime timestamp={startedAt} />,
          className: 'nowrap',
          isLabelled: true,
        },
        {
          heading: t.expires,
          cell: ({ expiresAt }) => <RelativeTime timestamp={expiresAt} />,
          className: 'nowrap',
          isLabelled: true,
        },
        {
          heading: t.browser,
          cell: ({ userAgent, network }) => (
            <>
              {browserName(userAgent) || t.otherBrowser} <span className="muted nowrap">{network}</span>
            </>
          ),
          isLabelled: true,
        },
        ...(may('admin') ? [endColumn] : []),
      ]}
    />
  )
}

/** The latest sign-ins, also of operators who have signed out since. */
function SignIns() {
  const t = useMessages(operatorMessages)
  const query = useInfiniteQuery(
    useTRPC().internal.audit.list.infiniteQueryOptions(
      { action: 'operator.signed-in', limit: SHORT_LIMIT },
      { getNextPageParam: nextCursor },
    ),
  )
  return (
    <Records
      caption={t.signIns}
      query={query}
      keyOf={({ subjectId: id }) => id}
      linkTo={({ actor }) => auditOf(actor)}
      columns={[
        { heading: t.operator, cell: ({ actor }) => readActor(actor).name ?? actor },
        { heading: t.started, cell: ({ at }) => <RelativeTime timestamp={at} />, className: 'nowrap' },
      ]}
    />
  )
}

const auditOf = (actor: string) => `${HOME}/audit?${new URLSearchParams({ actor })}`

/** Returns the name by which the audit trail identifies the operator. */
const nameOf = ({ email, name }: Session) => email ?? name

function EndButton({ session }: { session: Session }) {
  const t = useMessages(operatorMessages)
  const name = nameOf(session)
  const [endsAll, setEndsAll] = useState(false)
  return (
    <DialogButton
      label={t.end}
      accessibleLabel={t.endOf(name)}
      variant="danger"
      small
      title={t.endTitle}
      lead={t.endLead(name)}
      submit={t.end}
      run={async () => {
        if (endsAll) await client.internal.console.endSessions.mutate({ operator: name })
        else await client.internal.console.endSession.mutate({ id: session.id })
      }}
      done={endsAll ? t.endedAll : t.ended}
    >
      <label className="row">
        <input type="checkbox" checked={endsAll} onChange={() => setEndsAll(!endsAll)} /> {t.endAll}
      </label>
    </DialogButton>
  )
}
