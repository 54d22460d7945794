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

/** Replays all deliveries since a time, page by page from the oldest. Returns the number of deliveries. */
async function replaySince(id: string, since: string): Promise<number> {
  let total = 0
  let cursor: string | undefined
  do {
    const { replayed, nextCursor } = await webhooks.replay.mutate({ id, since, cursor })
    total += replayed
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return total
}

function ReplaySinceButton({ id }: { id: string }) {
  const t = useMessages(webhookMessages)
  const { number } = useFormats()
  const [day, setDay] = useState(() => localDay(new Date()))
  return (
    <DialogButton
      label={t.replaySince}
      title={t.replaySince}
      lead={t.replaySinceLead}
      submit={t.replay}
      isIncomplete={day === ''}
      run={() => replaySince(id, startOfDay(day))}
      done={(replayed) => t.replayed(number(replayed))}
    >
      <TextField name="since" label={t.firstDay} type="date" max="9999-12-31" value={day} onChange={setDay} />
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
