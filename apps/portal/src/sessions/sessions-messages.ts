import { defineMessages } from '@partner-accounts/ui/messages'

export const sessionsMessages = defineMessages(
  {
    title: 'Onde você está conectado',
    lead: 'Encerre as sessões que você não reconhece e troque a senha. Vale em até 10 segundos.',
    unknown: 'Outro navegador',
    current: 'Esta sessão',
    lastUse: 'Último uso:',
    since: (start: string) => `Desde ${start}`,
    end: 'Encerrar',
    endNamed: (browser: string) => `Encerrar ${browser}`,
    endOthers: 'Encerrar todas as outras',
    endOthersNote: 'Ao encerrar todas as outras, os tokens de API emitidos até agora também deixam de valer.',
  },
  {
    title: 'Where you are signed in',
    lead: 'End sessions that you do not recognize, and change your password. It takes effect within 10 seconds.',
    unknown: 'Another browser',
    current: 'This session',
    lastUse: 'Last use:',
    since: (start: string) => `Since ${start}`,
    end: 'End',
    endNamed: (browser: string) => `End ${browser}`,
    endOthers: 'End all others',
    endOthersNote: 'Ending all others also invalidates the API tokens issued so far.',
  },
)
