import { Fact, Facts, Page, StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AuditEntries } from '../audit/audit-entries.tsx'
import { MailList } from '../mails/mail-list.tsx'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { PartnerLabel } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Section } from '../records/section.tsx'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { usePermissionTexts } from './permission-fields.tsx'
import { UserActions } from './user-actions.tsx'
import type { User } from './user-list.tsx'
import { userMessages } from './user-messages.ts'

const SHORT_LIMIT = 10

export function UserPage() {
  const { id = '' } = useParams()
  const query = useQuery(useTRPC().internal.portalUsers.get.queryOptions({ id }))
  return <Loaded query={query}>{(user) => <ShownUser user={user} />}</Loaded>
}

function ShownUser({ user }: { user: User }) {
  const t = useMessages(userMessages)
  const recordTexts = useMessages(recordMessages)
  const permissionTexts = usePermissionTexts()
  const { dateTime } = useFormats()
  const { may } = useMe()
  const {
    id,
    name,
    email,
    status,
    permissions,
    createdAt,
    lastSignedInAt,
    linkExpiresAt,
    partnerId,
    partnerName,
    partnerMode,
    erasedAt,
  } = user
  return (
    <Page
      title={name || recordTexts.erased}
      lead={email || undefined}
      back={{ to: `${HOME}/users`, label: t.title }}
      actions={erasedAt === null && may('support') && <UserActions user={user} />}
    >
      <Facts title={t.user}>
        <Fact label={recordTexts.status} value={<StatusBadge status={status} texts={recordTexts.userStatuses} />} />
        <Fact
          label={recordTexts.partner}
          value={
            <Link to={pathOf.partner(partnerId)}>
              <PartnerLabel name={partnerName} mode={partnerMode} />
            </Link>
          }
        />
        <Fact label={t.permissions} value={permissionTexts(permissions)} />
        <Fact label={recordTexts.created} value={dateTime(createdAt)} />
        <Fact label={t.lastSignIn} value={lastSignedInAt === null ? t.never : dateTime(lastSignedInAt)} />
        {linkExpiresAt !== null && <Fact label={t.linkExpiresAt} value={dateTime(linkExpiresAt)} />}
        <IdFact id={id} />
      </Facts>
      {erasedAt === null && (
        <Section title={t.mails}>
          <MailList filter={{ recipient: email, limit: SHORT_LIMIT }} />
        </Section>
      )}
      <Section title={t.activity}>
        <AuditEntries filter={{ actor: `portal-user:${id}` }} limit={SHORT_LIMIT} />
      </Section>
      <Section title={t.about}>
        <AuditEntries filter={{ recordId: id }} limit={SHORT_LIMIT} />
      </Section>
    </Page>
  )
}
