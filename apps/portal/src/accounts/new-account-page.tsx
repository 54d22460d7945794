import { useState } from 'react'
import { Page, useMessages } from '@partner-accounts/ui'
import { AccountForm } from './account-form.tsx'
import { useMe } from '../permissions/me.ts'
import { createMessages } from './create-messages.ts'
import { type Created, CreatedAccount } from './created-account.tsx'

export function NewAccountPage() {
  const t = useMessages(createMessages)
  const { mayRead } = useMe()
  const [created, setCreated] = useState<Created>()
  if (created) return <CreatedAccount created={created} onAnother={() => setCreated(undefined)} />
  return (
    <Page title={t.title} lead={t.lead} {...(mayRead && { back: { to: '/portal/accounts', label: t.back } })}>
      <AccountForm onCreated={setCreated} />
    </Page>
  )
}
