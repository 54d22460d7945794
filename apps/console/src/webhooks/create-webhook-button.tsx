import { type EventType, EventTypeFields, TextField, useMessages } from '@partner-accounts/ui'
import { useState } from 'react'
import { DialogButton } from '../changes/dialog-button.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { client } from '../service/client.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { webhookMessages } from './webhook-messages.ts'

/** @param partnerId passed on a partner's page; elsewhere, the dialog asks for it */
export function CreateWebhookButton({ partnerId }: { partnerId?: string }) {
  const t = useMessages(webhookMessages)
  const recordTexts = useMessages(recordMessages)
  const [partner, setPartner] = useState('')
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<EventType[]>([])
  const [secret, setSecret] = useState<string>()
  const create = () =>
    client.internal.webhooks.create.mutate({ partnerId: partnerId ?? partner.trim(), url: url.trim(), types })
  return (
    <>
      <DialogButton
        label={t.create}
        title={t.create}
        lead={t.createLead}
        submit={t.create}
        run={create}
        done={t.created}
        onDone={(created) => {
          setUrl('')
          setTypes([])
          setSecret(created.secret)
        }}
      >
        {partnerId === undefined && (
          <TextField
            name="partnerId"
            label={recordTexts.partner}
            hint={t.partnerHint}
            mono
            autoComplete="off"
            value={partner}
            onChange={setPartner}
          />
        )}
        <TextField name="url" label={t.url} hint={t.urlHint} mono autoComplete="off" value={url} onChange={setUrl} />
        <EventTypeFields value={types} onChange={setTypes} />
      </DialogButton>
      <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}
