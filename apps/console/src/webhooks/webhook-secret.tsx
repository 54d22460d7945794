import { CopiedValue, ShownOnce, useMessages } from '@partner-accounts/ui'
import { webhookMessages } from './webhook-messages.ts'

interface WebhookSecretProps {
  /** The secret of an endpoint that was just created, or whose secret was just rotated. */
  secret: string | undefined
  onClose: () => void
}

export function WebhookSecret({ secret, onClose }: WebhookSecretProps) {
  const t = useMessages(webhookMessages)
  if (secret === undefined) return null
  return (
    <ShownOnce title={t.secretTitle} lead={t.secretLead} kept={t.kept} onClose={onClose}>
      <CopiedValue name={t.secret} value={secret} />
    </ShownOnce>
  )
}
