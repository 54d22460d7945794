import { CopiedValue, ShownOnce, useMessages } from '@partner-accounts/ui'
import { teamMessages } from './team-messages.ts'

export interface IntegrationCredentials {
  email: string
  password: string
}

interface CredentialsDialogProps {
  credentials: IntegrationCredentials
  onClose: () => void
}

export function CredentialsDialog({ credentials: { email, password }, onClose }: CredentialsDialogProps) {
  const t = useMessages(teamMessages)
  return (
    <ShownOnce title={t.credentialsTitle} lead={t.credentialsLead} kept={t.kept} onClose={onClose}>
      <CopiedValue name={t.email} value={email} />
      <CopiedValue name={t.password} value={password} />
    </ShownOnce>
  )
}
