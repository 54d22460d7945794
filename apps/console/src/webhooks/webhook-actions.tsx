import { TextField, useFormats, useMessages } from '@partner-accounts/ui'
import { localDay, startOfDay } from '@partner-accounts/ui/days'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangeButton } from '../changes/change-button.tsx'
import { DialogButton } from '../changes/dialog-button.tsx'
import { client, type Outputs } from '../service/client.ts'
import { HOME } from '../service/paths.ts'
import { useMe } from '../session/me.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { webhookMessages } from './webhook-messages.ts'

const { webhooks } = client.internal

type Webhook = Outputs['webhooks']['get']

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  const { number } = useFormats()
  const { may } = useMe()
  const { id, failed } = webhook
  return (
    <>
      {failed > 0 && (
        <ChangeButton
          label={t.replayFailed}
          run={() => webhooks.replay.mutate({ id, failed: true })}
          done={({ replayed }) => t.replayed(number(replayed))}
        />
      )}
      <ReplaySinceButton id={id} />
      <PauseButton webhook={webhook} />
      {may('admin') && <RotateButton id={id} />}
      {may('admin') && <DeleteButton webhook={webhook} />}
    </>
  )
}

function PauseButton({ webhook: { id, status } }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  if (status === 'unverified') return null
  return status === 'active' ? (
    <ChangeButton label={t.pause} run={() => webhooks.pause.mutate({ id })} done={t.paused} />
  ) : (
    <ChangeButton label={t.resume} variant="primary" run={() => webhooks.resume.mutate({ id })} done={t.resumed} />
  )
}

function ReplaySinceButton({ id }: { id: string }) {
  const t = useMessages(webhookMessages)
  const { number } = useFormats()
  const [day, setDay] = useState(() => localDay(new Date()))
  /** Set if the queue had no room for all deliveries since the day. */
  const [cursor, setCursor] = useState<string>()
  return (
    <DialogButton
      label={t.replaySince}
      title={t.replaySince}
      lead={t.replaySinceLead}
      submit={cursor === undefined ? t.replay : t.replayOthers}
      isIncomplete={day === ''}
      run={() => webhooks.replay.mutate({ id, since: startOfDay(day), cursor })}
      done={({ replayed, nextCursor }) =>
        nextCursor === null ? t.replayed(number(replayed)) : t.replayedPart(number(replayed))
      }
      onDone={({ nextCursor }) => setCursor(nextCursor ?? undefined)}
    >
      <TextField
        name="since"
        label={t.firstDay}
        type="date"
        max="9999-12-31"
        value={day}
        onChange={(chosen) => {
          setDay(chosen)
          setCursor(undefined)
        }}
      />
    </DialogButton>
  )
}

function RotateButton({ id }: { id: string }) {
  const t = useMessages(webhookMessages)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <DialogButton
        label={t.rotate}
        title={t.rotate}
        lead={t.rotateLead}
        submit={t.rotate}
        run={() => webhooks.rotateSecret.mutate({ id })}
        done={t.rotated}
        onDone={(rotated) => setSecret(rotated.secret)}
      />
      <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function DeleteButton({ webhook: { id, url } }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  const navigate = useNavigate()
  return (
    <DialogButton
      label={t.delete}
      variant="danger"
      title={t.deleteTitle}
      lead={t.deleteLead}
      submit={t.delete}
      confirmationText={new URL(url).host}
      run={() => webhooks.delete.mutate({ id })}
      done={t.deleted}
      onDone={() => void navigate(`${HOME}/webhooks`)}
    />
  )
}
