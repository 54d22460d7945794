import { defineMessages } from '@partner-accounts/ui/messages'

export const requestMessages = defineMessages(
  {
    title: 'Requisição',
    lead: 'O que ficou guardado. O log do serviço tem mais, com o mesmo id em reqId.',
    unknownRoute: 'caminho desconhecido',
    code: 'Código',
    fields: 'Campos inválidos',
    user: 'Usuário',
    time: 'Data e hora',
    duration: 'Duração',
    milliseconds: (count: string) => `${count} ms`,
  },
  {
    title: 'Request',
    lead: 'What is stored about it. The service’s log has more, with the same id in reqId.',
    unknownRoute: 'unknown path',
    code: 'Code',
    fields: 'Invalid fields',
    user: 'User',
    time: 'Time',
    duration: 'Duration',
    milliseconds: (count: string) => `${count} ms`,
  },
)
