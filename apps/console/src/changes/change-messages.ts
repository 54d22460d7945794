import { defineMessages } from '@partner-accounts/ui/messages'

export const changeMessages = defineMessages(
  {
    undo: 'Desfazer',
    undone: 'Desfeito.',
    undoFailed: 'Não foi possível desfazer.',
    cancel: 'Cancelar',
    typeToConfirm: (text: string) => `Digite “${text}” para confirmar`,
    reason: 'Motivo',
    reasonHint: 'Fica na auditoria. Não escreva dados pessoais.',
    stop: 'Parar',
    progress: (processed: string, total: string) => `${processed} de ${total} processadas`,
    save: 'Salvar',
    saved: 'Alteração salva.',
  },
  {
    undo: 'Undo',
    undone: 'Undone.',
    undoFailed: 'Could not be undone.',
    cancel: 'Cancel',
    typeToConfirm: (text: string) => `Type “${text}” to confirm`,
    reason: 'Reason',
    reasonHint: 'The audit trail keeps it. Leave out personal data.',
    stop: 'Stop',
    progress: (processed: string, total: string) => `${processed} of ${total} processed`,
    save: 'Save',
    saved: 'Change saved.',
  },
)
