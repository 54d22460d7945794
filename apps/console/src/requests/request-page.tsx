import { Fact, Facts, Page, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { PartnerName } from '../records/partner-name.tsx'
import { RecordNotFound } from '../records/record-not-found.tsx'
import { recordMessages } from '../records/record-messages.ts'
import type { Outputs } from '../service/client.ts'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { shellMessages } from '../shell/shell-messages.ts'
import { requestMessages } from './request-messages.ts'

type Request = Outputs['records']['search']['requests'][number]

/** Shows the requests with an id. Callers may choose the id, so several requests can have the same. */
export function RequestPage() {
  const t = useMessages(requestMessages)
  const { places } = useMessages(shellMessages)
  const { requestId = '' } = useParams()
  const query = useQuery(useTRPC().internal.records.search.queryOptions({ query: requestId }))
  return (
    <Loaded query={query}>
      {({ requests }) =>
        requests.length === 0 ? (
          <RecordNotFound />
        ) : (
          <Page title={t.title} lead={t.lead} back={{ to: HOME, label: places.today }}>
            {requests.map((request) => (
              <ShownRequest key={request.id} request={request} />
            ))}
          </Page>
        )
      }
    </Loaded>
  )
}

function ShownRequest({ request }: { request: Request }) {
  const t = useMessages(requestMessages)
  const recordTexts = useMessages(recordMessages)
  const { dateTime, number } = useFormats()
  const { method, route, status, code, fields, partnerId, user, userId, at, durationMs, requestId } = request
  return (
    <Facts title={`${method} ${route ?? t.unknownRoute}`}>
      <Fact label={recordTexts.status} value={status} />
      {code !== null && <Fact label={t.code} value={code} />}
      {fields.length > 0 && <Fact isWide label={t.fields} value={fields.join(', ')} />}
      <Fact
        label={recordTexts.partner}
        value={
          <Link to={pathOf.partner(partnerId)}>
            <PartnerName id={partnerId} />
          </Link>
        }
      />
      <Fact label={t.user} value={<Link to={pathOf.user(userId)}>{user?.name || recordTexts.erased}</Link>} />
      <Fact label={t.time} value={dateTime(at)} />
      <Fact label={t.duration} value={t.milliseconds(number(durationMs))} />
      <IdFact id={requestId} />
    </Facts>
  )
}
