import { Checkbox } from '@base-ui/react/checkbox'
import {
  Button,
  ButtonLink,
  Check,
  Credential,
  download,
  Download,
  Notice,
  Page,
  useMessages,
} from '@partner-accounts/ui'
import { withoutAccents } from '@partner-accounts/ui/without-accents'
import { useState } from 'react'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { useMe } from '../permissions/me.ts'
import { createMessages } from './create-messages.ts'
import type { UsedKey } from './idempotency-key.ts'
import { removeKeptDraft } from './kept-draft.ts'

/** The service's response to a creation, with the account's name and the keys of its form. */
export interface Created {
  _id: string
  api_token: string | null
  secret: string | null
  name: string
  used: readonly UsedKey[]
}

/** Returns the name without characters that a file system may reject. */
const fileNameOf = (name: string): string =>
  withoutAccents(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Shows a created account's secret, once. Asks before the user leaves without having saved it. */
export function CreatedAccount({ created, onAnother }: { created: Created; onAnother: () => void }) {
  const t = useMessages(createMessages)
  const { me, mayRead } = useMe()
  const isTest = me.partner.mode === 'test'
  const [isSaved, setSaved] = useState(false)
  const markSaved = (isChecked: boolean) => {
    setSaved(isChecked)
    // Until the secret is saved, the form stays kept: sending it again returns the same secret.
    if (isChecked) removeKeptDraft(me.id, created.used)
  }
  const save = () => {
    const { name, _id, api_token, secret } = created
    const lines = [
      name,
      '',
      `_id: ${_id}`,
      `api_token: ${api_token ?? ''}`,
      `secret: ${secret ?? ''}`,
      '',
      t.fileUse,
      '',
    ]
    download(`${t.fileName}-${fileNameOf(name)}.txt`, 'text/plain', lines.join('\r\n'))
    markSaved(true)
  }
  return (
    <Page title={t.doneTitle} lead={isTest ? t.doneLeadInTest(created.name) : t.doneLead(created.name)} narrow>
      <LeaveGuard
        active={!isSaved}
        title={t.leaveTitle}
        text={t.leaveText}
        stayLabel={t.stay}
        leaveLabel={t.leave}
        onLeave={() => removeKeptDraft(me.id, created.used)}
      />
      <div className="card card-padded stack">
        <Notice tone="caution">{t.once}</Notice>
        <dl className="stack">
          <Credential name="api_token" value={created.api_token ?? ''} />
          <Credential name="secret" value={created.secret ?? ''} onCopied={() => markSaved(true)} />
        </dl>
        <div>
          <Button variant="primary" onClick={save}>
            <Download size={16} aria-hidden /> {t.download}
          </Button>
        </div>
        <label className="row">
          <Checkbox.Root className="checkbox" checked={isSaved} onCheckedChange={markSaved}>
            <Checkbox.Indicator>
              <Check size={14} aria-hidden />
            </Checkbox.Indicator>
          </Checkbox.Root>
          {t.kept}
        </label>
      </div>
      <div className="row">
        {mayRead && <ButtonLink to={`/portal/accounts/${created._id}`}>{t.view}</ButtonLink>}
        <Button variant="quiet" onClick={onAnother} disabled={!isSaved}>
          {t.another}
        </Button>
      </div>
    </Page>
  )
}
