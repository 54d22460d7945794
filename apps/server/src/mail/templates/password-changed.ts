import type { MailTemplate } from './mail-copy.ts'

/** Without a link, fakes are easier to recognise. */
export const passwordChanged: MailTemplate<'password-changed'> = {
  'pt-BR': ({ partnerName }) => ({
    subject: `Sua senha mudou: portal de parceiros de ${partnerName}`,
    preheader: 'Se não foi você, avise quem gerencia os usuários.',
    paragraphs: [
      `A senha do seu usuário no portal de parceiros de ${partnerName} acaba de mudar. Os outros dispositivos saíram do portal.`,
      'Se não foi você, peça uma nova senha em "Esqueci minha senha" e avise quem gerencia os usuários na sua empresa.',
    ],
    footer: 'Se foi você, não precisa fazer nada. Esta mensagem é automática: não é preciso responder.',
  }),
  en: ({ partnerName }) => ({
    subject: `Your password has changed: partner portal of ${partnerName}`,
    preheader: 'If it was not you, inform the person who manages users.',
    paragraphs: [
      `The password of your user in the partner portal of ${partnerName} has just changed. Other devices were signed out.`,
      'If it was not you, request a new password with "Forgot your password?" and inform the person who manages the users of your company.',
    ],
    footer:
      'If it was you, you need not do anything. This message was sent automatically, so you do not need to reply.',
  }),
}
