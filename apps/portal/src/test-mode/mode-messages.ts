import { defineMessages } from '@partner-accounts/ui/messages'

export const modeMessages = defineMessages(
  { open: 'Abrir o modo de teste', close: 'Voltar ao modo real' },
  { open: 'Open test mode', close: 'Back to live mode' },
)
