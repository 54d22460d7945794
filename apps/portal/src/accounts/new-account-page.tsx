import { useState } from 'react'
import { Button, Notice, Page, useMessages } from '@partner-accounts/ui'
import { AccountForm } from './account-form.tsx'
import { useMe } from '../permissions/me.ts'
import { createMessages } from './create-messages.ts'
import { type Created, CreatedAccount } from './created-account.tsx'
import { type KeptDraft, readKeptDrafts, removeKeptDraft, slotOf } from './kept-draft.ts'

export function NewAccountPage() {
  const t = useMessages(createMessages)
  const { me, mayRead } = useMe()
  const [created, setCreated] = useState<Created>()
  const [offered, setOffered] = useState(() => readKeptDrafts(me.id))
  const [continued, setContinued] = useState<KeptDraft>()
  if (created) return <CreatedAccount created={created} onAnother={() => setCreated(undefined)} />
  const idOf = ({ used }: KeptDraft) => slotOf(me.id, used)
  return (
    <Page title={t.title} lead={t.lead} {...(mayRead && { back: { to: '/portal/accounts', label: t.back } })}>
      {offered.map((kept) => (
        <KeptDraftNotice
          key={idOf(kept)}
          kept={kept}
          onContinue={() => {
            setContinued(kept)
            // The form that was on the page until now is kept, too.
            setOffered(readKeptDrafts(me.id).filter((other) => idOf(other) !== idOf(kept)))
          }}
          onDiscard={() => {
            removeKeptDraft(me.id, kept.used)
            setOffered(offered.filter((other) => other !== kept))
          }}
        />
      ))}
      <AccountForm
        key={continued ? idOf(continued) : 'new'}
        initial={continued}
        // What the user types now replaces the kept form that was not sent.
        onType={() => setOffered(offered.filter(({ used }) => used.length > 0))}
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
