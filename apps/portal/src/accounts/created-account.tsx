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
import { useState } from 'react'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { useMe } from '../permissions/me.ts'
import { createMessages } from './create-messages.ts'

export interface Created {
  _id: string
  api_token: string | null
  secret: string | null
  name: string
}

/** Asks before the user leaves without keeping the secret. */
export function CreatedAccount({ created, onAnother }: { created: Created; onAnother: () => void }) {
  const t = useMessages(createMessages)
  const { mayRead } = useMe()
  const [kept, setKept] = useState(false)
  const save = () => {
    download(`${created._id}.json`, 'application/json', `${JSON.stringify(created, undefined, 2)}\n`)
    setKept(true)
  }
  return (
    <Page title={t.doneTitle} lead={t.doneLead(created.name)} narrow>
      <LeaveGuard active={!kept} title={t.leaveTitle} text={t.leaveText} stay={t.stay} leave={t.leave} />
      <div className="card card-padded stack">
        <Notice tone="caution">{t.once}</Notice>
        <dl className="stack">
          <Credential name="api_token" value={created.api_token ?? ''} />
          <Credential name="secret" value={created.secret ?? ''} onCopied={() => setKept(true)} />
        </dl>
        <div>
          <Button variant="primary" onClick={save}>
            <Download size={16} aria-hidden /> {t.download}
          </Button>
        </div>
        <label className="row">
          <Checkbox.Root className="checkbox" checked={kept} onCheckedChange={setKept}>
            <Checkbox.Indicator>
              <Check size={14} strokeWidth={3} aria-hidden />
            </Checkbox.Indicator>
          </Checkbox.Root>
          {t.kept}
        </label>
      </div>
      <div className="row">
        {mayRead && <ButtonLink to={`/portal/accounts/${created._id}`}>{t.view}</ButtonLink>}
        <Button variant="quiet" onClick={onAnother} disabled={!kept}>
          {t.another}
        </Button>
      </div>
    </Page>
  )
}
