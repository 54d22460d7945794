import { Dialog } from '@base-ui/react/dialog'
import { Form } from '@base-ui/react/form'
import {
  Button,
  CopiedValue,
  type EventType,
  EventTypeFields,
  FailureNotice,
  Page,
  Plus,
  ShownOnce,
  StatusBadge,
  TableScroll,
  TableSkeleton,
  TextField,
  useFormats,
  useLocale,
  useEventTypeList,
  useMessages,
} from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { REFERENCE_URL } from '../service/addresses.ts'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { useWebhookChange } from './use-webhook-change.ts'
import { type Webhook, webhookMessages } from './webhook-messages.ts'

const VERIFICATION_INTERVAL_MS = 3_000

/** Returns the interval at which a page refreshes while an endpoint is being verified; otherwise `false`, for never. */
export const refetchIntervalOf = (webhooks: readonly Pick<Webhook, 'status'>[] = []) =>
  webhooks.some(({ status }) => status === 'unverified') ? VERIFICATION_INTERVAL_MS : false

export function WebhooksPage() {
  const t = useMessages(webhookMessages)
  const locale = useLocale()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const query = useQuery(
    useTRPC().webhooks.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => refetchIntervalOf(state.data?.items),
    }),
  )
  const webhooks = query.data?.items ?? []
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus size={17} aria-hidden /> {t.add}
    </Button>
  )
  return (
    <Page title={t.title} lead={t.lead} actions={add}>
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {query.isSuccess && webhooks.length === 0 && <p className="card-padded muted">{t.none}</p>}
        {webhooks.length > 0 && <Webhooks webhooks={webhooks} />}
      </div>
      <p>
        <a href={`${REFERENCE_URL}/events?lang=${locale}#${t.signatureSection}`} target="_blank" rel="noreferrer">
          {t.signatureGuide}
        </a>
      </p>
      {isAdding && <AddDialog onClose={() => setAdding(false)} onAdded={setSecret} />}
      {secret !== undefined && (
        <SecretDialog secret={secret} lead={`${t.secretLead} ${t.firstTest}`} onClose={() => setSecret(undefined)} />
      )}
    </Page>
  )
}

interface SecretDialogProps {
  secret: string
  lead: string
  onClose: () => void
}

export function SecretDialog({ secret, lead, onClose }: SecretDialogProps) {
  const t = useMessages(webhookMessages)
  return (
    <ShownOnce title={t.secretTitle} lead={lead} kept={t.kept} onClose={onClose}>
      <CopiedValue name={t.secret} value={secret} />
    </ShownOnce>
  )
}

const COUNTED_STATUSES = ['sent', 'queued', 'failed'] as const

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const t = useMessages(webhookMessages)
  const listTypes = useEventTypeList()
  const { count } = useFormats()
  return (
    <TableScroll label={t.title}>
      <table className="table table-records">
        <caption className="visually-hidden">{t.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t.endpoint}</th>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.lastDay}</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map(({ id, url, types, status, failingSince, lastDay, countedTo }) => (
            <tr key={id}>
              <th scope="row" className="table-main">
                <Link to={`/portal/webhooks/${id}`}>{url}</Link>
                <div className="small muted">{listTypes(types)}</div>
              </th>
              <td>
                <StatusBadge status={status} texts={t.statuses} />
                {status === 'active' && failingSince !== null && <div className="small muted">{t.failing}</div>}
              </td>
              <td data-label={t.lastDay}>
                {COUNTED_STATUSES.map((counted) => `${t[counted]}: ${count(lastDay[counted], countedTo)}`).join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (secret: string) => void }) {
  const t = useMessages(webhookMessages)
  const [url, setUrl] = useState('https://')
  const [types, setTypes] = useState<EventType[]>([])
  const add = useWebhookChange(
    () => client.webhooks.create.mutate({ url: url.trim(), types }),
    ({ secret }) => {
      onClose()
      onAdded(secret)
    },
  )
  const fieldErrors = add.error && failureOf(add.error).fields
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{t.addTitle}</Dialog.Title>
          <Dialog.Description className="muted">{t.addLead}</Dialog.Description>
          <Form className="stack" errors={fieldErrors ?? {}} onFormSubmit={() => add.mutate(undefined)}>
            {add.error && !fieldErrors && <FailureNotice error={add.error} keepsInput />}
            <TextField
              name="url"
              label={t.url}
              hint={t.urlHint}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              mono
              value={url}
              onChange={setUrl}
            />
            <EventTypeFields value={types} onChange={setTypes} />
            <Button type="submit" variant="primary" busy={add.isPending}>
              {t.add}
            </Button>
            <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
          </Form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
