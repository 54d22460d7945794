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
    save: 'Salvar',
    saved: 'Alteração salva.',
    requested: 'Nada mudou ainda: outro operador precisa aprovar.',
  },
  {
    undo: 'Undo',
    undone: 'Undone.',
    undoFailed: 'Could not be undone.',
    cancel: 'Cancel',
    typeToConfirm: (text: string) => `Type “${text}” to confirm`,
    reason: 'Reason',
    reasonHint: 'The audit trail keeps it. Leave out personal data.',
    save: 'Save',
    saved: 'Change saved.',
    requested: 'Nothing has changed yet: another operator has to approve it.',
  },
)
