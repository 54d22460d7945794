import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button, CopyButton, useWords } from '@partner-accounts/ui'
import { teamWords } from './team-words.ts'

export interface IntegrationCredentials {
  email: string
  password: string
}

interface CredentialsDialogProps {
  credentials: IntegrationCredentials
  onClose: () => void
}

/** Shows the password of an integration once. It closes by its button only. */
export function CredentialsDialog({ credentials: { email, password }, onClose }: CredentialsDialogProps) {
  const t = useWords(teamWords)
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog stack">
          <AlertDialog.Title className="dialog-title">{t.credentialsTitle}</AlertDialog.Title>
          <AlertDialog.Description className="muted">{t.credentialsLead}</AlertDialog.Description>
          <dl className="stack">
            <Value label={t.email} value={email} />
            <Value label={t.password} value={password} />
          </dl>
          <Button variant="primary" onClick={onClose}>
            {t.kept}
          </Button>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const Value = ({ label, value }: { label: string; value: string }) => (
  <div className="credential">
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className="credential-action">
      <CopyButton name={label} text={value} />
    </dd>
  </div>
)
