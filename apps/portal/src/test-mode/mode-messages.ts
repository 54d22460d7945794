import { defineMessages } from '@partner-accounts/ui/messages'

export const modeMessages = defineMessages(
  {
    open: 'Abrir o modo de teste',
    close: 'Voltar ao modo real',
    empty: 'Apagar dados de teste',
    emptyTitle: 'Apagar todos os dados de teste?',
    emptyLead: 'Apaga todas as contas, e-mails e eventos de teste. A equipe e as integrações ficam.',
    emptied: 'Dados de teste apagados.',
    typeToConfirm: (name: string) => `Para confirmar, digite ${name}`,
    cancel: 'Cancelar',
    /** Shown instead of the e-mail of a user of test mode. */
    signsInThroughLiveMode: 'entra pelo modo real',
  },
  {
    open: 'Open test mode',
    close: 'Back to live mode',
    empty: 'Delete test data',
    emptyTitle: 'Delete all test data?',
    emptyLead: 'Deletes all test accounts, mails and events. The team and integrations remain.',
    emptied: 'Test data deleted.',
    typeToConfirm: (name: string) => `Type ${name} to confirm`,
    cancel: 'Cancel',
    signsInThroughLiveMode: 'signs in through live mode',
  },
)
