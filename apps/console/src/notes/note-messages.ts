import { defineMessages } from '@partner-accounts/ui/messages'

export const noteMessages = defineMessages(
  {
    title: 'Notas',
    empty: 'Nenhuma nota.',
    add: 'Adicionar nota',
    lead: 'Só operadores leem as notas.',
    text: 'Texto',
    added: 'Nota adicionada.',
    by: (author: string, time: string) => `${author}, ${time}`,
    delete: 'Apagar',
    deleteOf: (time: string) => `Apagar a nota de ${time}`,
    deleteTitle: 'Apagar esta nota?',
    deleteLead: 'O texto não pode ser recuperado.',
    deleted: 'Nota apagada.',
  },
  {
    title: 'Notes',
    empty: 'No notes.',
    add: 'Add note',
    lead: 'Only operators read notes.',
    text: 'Text',
    added: 'Note added.',
    by: (author: string, time: string) => `${author}, ${time}`,
    delete: 'Delete',
    deleteOf: (time: string) => `Delete the note of ${time}`,
    deleteTitle: 'Delete this note?',
    deleteLead: 'The text cannot be restored.',
    deleted: 'Note deleted.',
  },
)
