import { TextField, useMessages } from '@partner-accounts/ui'
import { localDay } from '@partner-accounts/ui/days'
import { useState } from 'react'
import { changeMessages } from '../changes/change-messages.ts'
import { DialogButton } from '../changes/dialog-button.tsx'
import { chosenExpiry, ExpiryField } from '../coupons/expiry.tsx'
import { client, type Outputs } from '../service/client.ts'
import { limitMessages } from './limit-messages.ts'

export function ChangeLimitButton({ partner: { id, rateLimit } }: { partner: Outputs['partners']['get'] }) {
  const t = useMessages(limitMessages)
  const { save } = useMessages(changeMessages)
  const until = rateLimit?.until ?? null
  const [requests, setRequests] = useState('')
  const [day, setDay] = useState('')
  const { setRateLimit } = client.internal.partners
  const fillFields = () => {
    setRequests(rateLimit === null ? '' : String(rateLimit.requests))
    setDay(until === null ? '' : localDay(until))
  }
  const chosenLimit = () => ({
    requests: Number(requests),
    until: chosenExpiry(day, until),
  })
  return (
    <DialogButton
      label={t.change}
      title={t.change}
      lead={t.changeLead}
      submit={save}
      onOpen={fillFields}
      run={() => setRateLimit.mutate({ id, rateLimit: requests === '' ? null : chosenLimit() })}
      done={t.changed}
      undo={() => setRateLimit.mutate({ id, rateLimit })}
    >
      <TextField
        name="rateLimit.requests"
        label={t.requests}
        type="number"
        optional
        value={requests}
        onChange={setRequests}
      />
      <ExpiryField name="rateLimit.until" value={day} onChange={setDay} />
    </DialogButton>
  )
}
