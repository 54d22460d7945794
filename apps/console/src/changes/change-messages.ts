import { defineMessages } from '@partner-accounts/ui/messages'

export const changeMessages = defineMessages(
  {
    undo: 'Desfazer',
    undone: 'Desfeito.',
    undoFailed: 'Não foi possível desfazer.',
    cancel: 'Cancelar',
    typeToConfirm: (text: string) => `Digite “${text}” para confirmar`,
    save: 'Salvar',
    saved: 'Alteração salva.',
  },
  {
    undo: 'Undo',
    undone: 'Undone.',
    undoFailed: 'Could not be undone.',
    cancel: 'Cancel',
    typeToConfirm: (text: string) => `Type “${text}” to confirm`,
    save: 'Save',
    saved: 'Change saved.',
  },
)
