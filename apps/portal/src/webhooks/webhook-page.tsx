import { Dialog } from '@base-ui/react/dialog'
import {
  AlertDialog,
  Button,
  ButtonLink,
  CloseDialog,
  EmptyPage,
  type EventType,
  EventTypeFields,
  eventTypeMessages,
  Fact,
  Facts,
  FailedPage,
  FailureNotice,
  Figure,
  PageSkeleton,
  Page,
  RelativeTime,
  showToast,
  StatusBadge,
  useFormats,
  useEventTypeList,
  useMessages,
} from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { useWebhookChange } from './use-webhook-change.ts'
import { type Webhook, webhookMessages } from './webhook-messages.ts'
import { refetchIntervalOf, SecretDialog } from './webhooks-page.tsx'

/** Statuses of responses to unknown ids, and to texts that are not ids. */
const MISSING_STATUSES = [404, 422]

export function WebhookPage() {
  const t = useMessages(webhookMessages)
  const { id = '' } = useParams()
  const query = useQuery(
    useTRPC().webhooks.get.queryOptions(
      { id },
      { refetchInterval: ({ state }) => refetchIntervalOf(state.data && [state.data]) },
    ),
  )
  if (query.data) return <WebhookDetails webhook={query.data} />
  if (query.isPending) return <PageSkeleton />
  const isMissing = MISSING_STATUSES.includes(failureOf(query.error).status)
  if (!isMissing) return <FailedPage error={query.error} retry={() => void query.refetch()} />
  const back = <ButtonLink to="/portal/webhooks">{t.title}</ButtonLink>
  return <EmptyPage title={t.notFoundTitle} text={t.notFound} action={back} />
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  const eventTexts = useMessages(eventTypeMessages)
  const listTypes = useEventTypeList()
  const { count } = useFormats()
  const { id, url, types, status, failingSince, createdAt, lastDay, countedTo } = webhook
  return (
    <Page title={url} back={{ to: '/portal/webhooks', label: t.title }}>
      <Facts title={t.endpoint}>
        <Fact label={t.status} value={<StatusBadge status={status} texts={t.statuses} />} />
        {failingSince !== null && <Fact label={t.failingSince} value={<RelativeTime timestamp={failingSince} />} />}
        <Fact label={t.added} value={<RelativeTime timestamp={createdAt} />} />
        <Fact isWide label={eventTexts.events} value={listTypes(types)} />
      </Facts>
      {status !== 'active' && <p className="muted">{t.explained[status]}</p>}
      <Actions webhook={webhook} />
      <section className="card" aria-label={t.lastDay}>
        <h2 className="card-padded">{t.lastDay}</h2>
        <dl className="figures">
          <Figure label={t.sent} value={count(lastDay.sent, countedTo)} />
          <Figure label={t.queued} value={count(lastDay.queued, countedTo)} />
          <Figure label={t.failed} value={count(lastDay.failed, countedTo)} />
        </dl>
      </section>
      <DeliveryLog webhookId={id} />
    </Page>
  )
}

/** Dialogs that the buttons open. */
type DialogName = 'types' | 'rotate' | 'delete'

function Actions({ webhook: { id, types, status } }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  const [openDialog, setOpenDialog] = useState<DialogName>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <StateActions id={id} status={status}>
        <Button onClick={() => setOpenDialog('types')}>{t.changeTypes}</Button>
        <Button onClick={() => setOpenDialog('rotate')}>{t.rotate}</Button>
        <Button variant="danger" onClick={() => setOpenDialog('delete')}>
          {t.delete}
        </Button>
      </StateActions>
      {openDialog === 'types' && <TypesDialog id={id} types={types} onClose={close} />}
      {openDialog === 'rotate' && <RotateDialog id={id} onClose={close} />}
      {openDialog === 'delete' && <DeleteDialog id={id} onClose={close} />}
    </>
  )
}

interface StateActionsProps extends Pick<Webhook, 'id' | 'status'> {
  children: ReactNode
}

/** Buttons for actions that need no confirmation. `children` are the other buttons. */
function StateActions({ id, status, children }: StateActionsProps) {
  const t = useMessages(webhookMessages)
  const pause = useWebhookChange(
    () => client.webhooks.pause.mutate({ id }),
    () => showToast(t.paused),
  )
  const resume = useWebhookChange(
    () => client.webhooks.resume.mutate({ id }),
    () => showToast(t.resumed),
  )
  const test = useWebhookChange(
    () => client.webhooks.test.mutate({ id }),
    () => showToast(t.tested),
  )
  const [latest] = [pause, resume, test].sort((one, other) => other.submittedAt - one.submittedAt)
  return (
    <>
      {latest?.isError && <FailureNotice error={latest.error} />}
      <div className="row">
        {(status === 'active' || status === 'unverified') && (
          <Button busy={test.isPending} onClick={() => test.mutate(undefined)}>
            {t.test}
          </Button>
        )}
        {status === 'active' && (
          <Button busy={pause.isPending} onClick={() => pause.mutate(undefined)}>
            {t.pause}
          </Button>
        )}
        {(status === 'paused' || status === 'disabled') && (
          <Button busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
            {status === 'paused' ? t.resume : t.verifyAgain}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

interface WebhookDialogProps {
  id: string
  onClose: () => void
}

/** Asks for confirmation, then shows the new secret. */
function RotateDialog({ id, onClose }: WebhookDialogProps) {
  const t = useMessages(webhookMessages)
  const [secret, setSecret] = useState<string>()
  const rotate = useWebhookChange(
    () => client.webhooks.rotateSecret.mutate({ id }),
    (rotated) => setSecret(rotated.secret),
  )
  if (secret !== undefined) return <SecretDialog secret={secret} lead={t.secretLead} onClose={onClose} />
  return (
    <AlertDialog title={t.rotateTitle} lead={t.rotateLead} onClose={onClose}>
      {rotate.isError && <FailureNotice error={rotate.error} />}
      <Button variant="primary" busy={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
        {t.rotate}
      </Button>
      <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
    </AlertDialog>
  )
}

function DeleteDialog({ id, onClose }: WebhookDialogProps) {
  const t = useMessages(webhookMessages)
  const navigate = useNavigate()
  const remove = useWebhookChange(
    () => client.webhooks.delete.mutate({ id }),
    () => {
      showToast(t.deleted)
      void navigate('/portal/webhooks', { replace: true })
    },
  )
  return (
    <AlertDialog title={t.deleteTitle} lead={t.deleteLead} onClose={onClose}>
      {remove.isError && <FailureNotice error={remove.error} />}
      <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
        {t.delete}
      </Button>
      <CloseDialog variant="quiet">{t.cancel}</CloseDialog>
    </AlertDialog>
  )
}

interface TypesDialogProps extends Pick<Webhook, 'id' | 'types'> {
  onClose: () => void
}

function TypesDialog({ id, types: current, onClose }: TypesDialogProps) {
  const t = useMessages(webhookMessages)
  const [types, setTypes] = useState<EventType[]>(current)
  const save = useWebhookChange(
    () => client.webhooks.update.mutate({ id, types }),
    () => {
      onClose()
      showToast(t.changed)
    },
  )
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{t.changeTypes}</Dialog.Title>
          {save.isError && <FailureNotice error={save.error} />}
          <EventTypeFields value={types} onChange={setTypes} />
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(undefined)}>
            {t.save}
          </Button>
          <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
