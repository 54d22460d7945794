import { useState } from 'react'
import { Button, Notice, Page, useMessages } from '@partner-accounts/ui'
import { AccountForm } from './account-form.tsx'
import { useMe } from '../permissions/me.ts'
import { createMessages } from './create-messages.ts'
import { type Created, CreatedAccount } from './created-account.tsx'
import { type KeptDraft, readKeptDraft, removeKeptDraft } from './kept-draft.ts'
import { sessionKeeper } from '../service/clients.ts'

export function NewAccountPage() {
  const t = useMessages(createMessages)
  const { mayRead } = useMe()
  const [created, setCreated] = useState<Created>()
  const [offered, setOffered] = useState(() => readKeptDraft(sessionKeeper.userId()))
  const [continued, setContinued] = useState<KeptDraft>()
  if (created) return <CreatedAccount created={created} onAnother={() => setCreated(undefined)} />
  const stopOffering = () => setOffered(undefined)
  return (
    <Page title={t.title} lead={t.lead} {...(mayRead && { back: { to: '/portal/accounts', label: t.back } })}>
      {offered && (
        <KeptDraftNotice
          kept={offered}
          onContinue={() => {
            setContinued(offered)
            stopOffering()
          }}
          onDiscard={() => {
            removeKeptDraft(sessionKeeper.userId())
            stopOffering()
          }}
        />
      )}
      <AccountForm
        key={continued ? 'continued' : 'new'}
        initial={continued}
        // What the user types now replaces the kept form.
        onType={stopOffering}
        onCreated={(account) => {
          setContinued(undefined)
          setCreated(account)
        }}
      />
    </Page>
  )
}

interface KeptDraftNoticeProps {
  kept: KeptDraft
  onContinue: () => void
  onDiscard: () => void
}

function KeptDraftNotice({ kept: { draft, used }, onContinue, onDiscard }: KeptDraftNoticeProps) {
  const t = useMessages(createMessages)
  const wasSent = used.length > 0
  const name = draft['company_doc.name'] || draft.full_name || draft.email || ''
  return (
    <Notice tone={wasSent ? 'caution' : 'plain'}>
      <p>{wasSent ? t.sentDraft(name) : t.keptDraft(name)}</p>
      <div className="row">
        <Button small onClick={onContinue}>
          {t.continueDraft}
        </Button>
        <Button small variant="quiet" onClick={onDiscard}>
          {t.discard}
        </Button>
      </div>
    </Notice>
  )
}
