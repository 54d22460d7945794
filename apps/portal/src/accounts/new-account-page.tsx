import { useState } from 'react'
import { Page } from '../components/page.tsx'
import { useWords } from '../preferences/locale.ts'
import { AccountForm } from './account-form.tsx'
import { createWords } from './create-words.ts'
import { type Created, CreatedAccount } from './created-account.tsx'

export function NewAccountPage() {
  const says = useWords(createWords)
  const [created, setCreated] = useState<Created>()
  if (created) return <CreatedAccount created={created} onAnother={() => setCreated(undefined)} />
  return (
    <Page title={says.title} lead={says.lead} back={{ to: '/portal/accounts', label: says.back }} narrow>
      <AccountForm onCreated={setCreated} />
    </Page>
  )
}
