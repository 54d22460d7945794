import { RelativeTime, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Issued, Secrets } from '../accounts/token-section.tsx'
import { auditMessages } from '../audit/audit-messages.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import { Section } from '../records/section.tsx'
import { client, type Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { approvalMessages } from './approval-messages.ts'

type Approval = Outputs['approvals']['list']['items'][number]

const REFRESH_INTERVAL_MS = 60_000

const nameOf = ({ recordName, accountId, partnerId }: Approval) => recordName ?? accountId ?? partnerId

/** Absent while nothing waits, as without the setting. */
export function ApprovalsSection() {
  const t = useMessages(approvalMessages)
  const [issued, setIssued] = useState<Issued>()
  const query = useInfiniteQuery(
    useTRPC().internal.approvals.list.infiniteQueryOptions(
      {},
      { ...LIST_OPTIONS, refetchInterval: REFRESH_INTERVAL_MS },
    ),
  )
  const isEmpty = !query.data?.pages.some(({ items }) => items.length > 0)
  if (isEmpty && !query.isError && !issued) return null
  return (
    <Section title={t.title}>
      <Records
        caption={t.title}
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { heading: t.action, cell: (approval) => <Action approval={approval} /> },
          {
            heading: t.record,
            cell: (approval) => {
              const { accountId, partnerId } = approval
              const path = accountId === null ? pathOf.partner(partnerId) : pathOf.account(accountId)
              return <Link to={path}>{nameOf(approval)}</Link>
            },
          },
          { heading: t.requestedBy, cell: ({ requestedBy }) => <span className="mono">{requestedBy}</span> },
          {
            heading: t.requested,
            cell: ({ requestedAt }) => <RelativeTime timestamp={requestedAt} />,
            className: 'nowrap',
          },
          { heading: t.decision, cell: (approval) => <Decision approval={approval} onIssued={setIssued} /> },
        ]}
      />
      {issued && <Secrets issued={issued} onClose={() => setIssued(undefined)} />}
    </Section>
  )
}

function Action({ approval: { action, corrections, reason } }: { approval: Approval }) {
  const t = useMessages(approvalMessages)
  const { because } = useMessages(auditMessages)
  const { none } = useMessages(recordMessages)
  return (
    <>
      {t.actions[action]}
      {Object.entries(corrections).map(([field, value]) => (
        <div key={field} className="small muted">
          <code>{field}</code>: {value ?? none}
        </div>
      ))}
      {reason !== null && <div className="small muted">{because(reason)}</div>}
    </>
  )
}

function Decision({ approval, onIssued }: { approval: Approval; onIssued: (issued: Issued) => void }) {
  const t = useMessages(approvalMessages)
  const { me, may } = useMe()
  const { id, action, requestedBy } = approval
  const name = nameOf(approval)
  if (!may('admin') || requestedBy === `operator:${me.email ?? me.name}`) return <span className="muted">{t.own}</span>
  return (
    <div className="row">
      <DialogButton
        label={t.approve}
        accessibleLabel={t.approveOf(t.actions[action], name)}
        small
        variant="danger"
        title={t.approveOf(t.actions[action], name)}
        lead={t.approveLead}
        submit={t.approve}
        typed={name}
        run={() => client.internal.approvals.approve.mutate({ id })}
        done={t.approved}
        onDone={({ result }) => 'apiToken' in result && onIssued(result)}
      />
      <DialogButton
        label={t.reject}
        accessibleLabel={t.rejectOf(t.actions[action], name)}
        small
        title={t.rejectOf(t.actions[action], name)}
        lead={t.rejectLead}
        submit={t.reject}
        asksReason
        run={(reason) => client.internal.approvals.reject.mutate({ id, reason })}
        done={t.rejected}
      />
    </div>
  )
}
