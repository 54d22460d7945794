import { CopiedValue, ShownOnce, useWords } from '@partner-accounts/ui'
import { teamWords } from './team-words.ts'

export interface IntegrationCredentials {
  email: string
  password: string
}

interface CredentialsDialogProps {
  credentials: IntegrationCredentials
  onClose: () => void
}

export function CredentialsDialog({ credentials: { email, password }, onClose }: CredentialsDialogProps) {
  const t = useWords(teamWords)
  return (
    <ShownOnce title={t.credentialsTitle} lead={t.credentialsLead} kept={t.kept} onClose={onClose}>
      <CopiedValue name={t.email} value={email} />
      <CopiedValue name={t.password} value={password} />
    </ShownOnce>
  )
}
