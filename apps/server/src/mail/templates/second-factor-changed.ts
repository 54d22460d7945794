import type { MailTemplate } from './mail-copy.ts'

/** No link, as in `passwordChanged`. */
export const secondFactorChanged: MailTemplate<'second-factor-changed'> = {
  'pt-BR': ({ partnerName, change }) => ({
    subject: `Segundo fator ${PORTUGUESE[change].done}: portal de parceiros de ${partnerName}`,
    preheader: 'Se não foi você, avise quem gerencia os usuários.',
    paragraphs: [
      `O segundo fator do seu usuário no portal de parceiros de ${partnerName} acaba de ser ${PORTUGUESE[change].done}. ${PORTUGUESE[change].effect}`,
      'Se você não fez nem pediu isso, peça uma nova senha em "Esqueci minha senha" e avise quem gerencia os usuários na sua empresa.',
    ],
    footer: 'Se foi você, não precisa fazer nada. Esta mensagem é automática: não é preciso responder.',
  }),
  en: ({ partnerName, change }) => ({
    subject: `Second factor ${change}: partner portal of ${partnerName}`,
    preheader: 'If it was not you, inform the person who manages users.',
    paragraphs: [
      `The second factor of your user in the partner portal of ${partnerName} was just ${change}. ${ENGLISH[change]}`,
      'If you neither did nor requested this, request a new password with "Forgot your password?" and inform the person who manages the users of your company.',
    ],
    footer:
      'If it was you, you need not do anything. This message was sent automatically, so you do not need to reply.',
  }),
}

const PORTUGUESE = {
  added: { done: 'ativado', effect: 'Os outros dispositivos saíram do portal.' },
  removed: { done: 'removido', effect: 'Agora, a senha basta para entrar.' },
  reset: {
    done: 'redefinido',
    effect: 'Todos os dispositivos saíram do portal. Para ter outro, ative-o em "Meu perfil".',
  },
}
const ENGLISH = {
  added: 'Other devices were signed out.',
  removed: 'From now on, the password is enough to sign in.',
  reset: 'All devices were signed out. To have another one, add it in "My profile".',
}
