import {
  ButtonLink,
  DownloadMail,
  Fact,
  Facts,
  FailureNotice,
  Notice,
  Page,
  StatusBadge,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { History } from '../audit/audit-entries.tsx'
import { ChangeButton } from '../changes/change-button.tsx'
import { DialogButton } from '../changes/dialog-button.tsx'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { RecordNotFound } from '../records/record-not-found.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Section } from '../records/section.tsx'
import { client } from '../service/client.ts'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import type { Mail } from './mail-list.tsx'
import { mailMessages } from './mail-messages.ts'

export function MailPage() {
  const { id = '' } = useParams()
  // `mails.get` returns only mails whose content is kept, so this searches by id.
  const query = useQuery(useTRPC().internal.records.search.queryOptions({ query: id }))
  return <Loaded query={query}>{({ mails: [mail] }) => (mail ? <ShownMail mail={mail} /> : <RecordNotFound />)}</Loaded>
}

function ShownMail({ mail }: { mail: Mail }) {
  const t = useMessages(mailMessages)
  const recordTexts = useMessages(recordMessages)
  const { dateTime } = useFormats()
  const { may } = useMe()
  const navigate = useNavigate()
  const { id, kind, recipient, status, attempts, lastError, createdAt, sentAt } = mail
  const isDeferred = status === 'queued' && lastError !== null
  return (
    <Page
      title={recordTexts.mailKinds[kind]}
      lead={recipient}
      back={{ to: `${HOME}/mails`, label: t.title }}
      actions={
        may('support') &&
        status !== 'sent' && (
          <>
            <DialogButton
              label={t.discard}
              variant="danger"
              title={t.discardTitle}
              lead={t.discardLead(recipient)}
              submit={t.discard}
              run={() => client.internal.mails.delete.mutate({ id })}
              done={t.discarded}
              onDone={() => void navigate(`${HOME}/mails`)}
            />
            {(status === 'failed' || isDeferred) && (
              <ChangeButton
                label={status === 'failed' ? t.retry : t.retryNow}
                variant="primary"
                run={() => client.internal.mails.retry.mutate({ id })}
                done={t.retried(recipient)}
              />
            )}
          </>
        )
      }
    >
      {status === 'sent' && <Notice>{t.sentHint}</Notice>}
      <Facts title={t.mail}>
        <Fact label={recordTexts.status} value={<StatusBadge status={status} texts={recordTexts.mailStatuses} />} />
        <Fact isWide label={t.recipient} value={recipient} />
        <Fact label={t.created} value={dateTime(createdAt)} />
        <Fact label={t.sent} value={sentAt === null ? recordTexts.none : dateTime(sentAt)} />
        <Fact label={t.attempts} value={attempts} />
        {lastError !== null && <Fact isWide label={t.error} value={lastError} />}
        <IdFact id={id} />
      </Facts>
      {status !== 'sent' && <Preview id={id} />}
      <div className="row">
        {mail.accountId !== null && <ButtonLink to={pathOf.account(mail.accountId)}>{t.account}</ButtonLink>}
        {mail.partnerId !== null && <ButtonLink to={pathOf.partner(mail.partnerId)}>{t.partner}</ButtonLink>}
      </div>
      <History filter={{ recordId: id }} />
    </Page>
  )
}

/**
 * Shows the content of an unsent mail. The service hides the token in its link, except for test partners, and keeps no
 * content of sent mails.
 */
function Preview({ id }: { id: string }) {
  const t = useMessages(mailMessages)
  const query = useQuery(useTRPC().internal.mails.get.queryOptions({ id }))
  return (
    <Section title={t.preview}>
      {query.isError && <FailureNotice error={query.error} />}
      {query.data && (
        <div className="card card-padded stack">
          <p className="account-name">{query.data.subject}</p>
          <p className="mail-text">{query.data.text}</p>
          <div>
            <DownloadMail mail={query.data} />
          </div>
        </div>
      )}
    </Section>
  )
}
