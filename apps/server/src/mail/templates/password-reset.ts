import { LIMITS } from '@partner-accounts/core'
import type { MailTemplate } from './mail-copy.ts'
import { passwordAction } from './password-action.ts'

const { linkMinutes } = LIMITS.passwordReset

export const passwordReset: MailTemplate<'password-reset'> = {
  'pt-BR': ({ partnerName, resetToken }, publicUrl) => ({
    subject: `Nova senha para o portal de parceiros: ${partnerName}`,
    preheader: 'Escolha outra senha para entrar no portal.',
    paragraphs: [
      `Alguém pediu uma nova senha para o seu usuário no portal de parceiros de ${partnerName}.`,
      'Se foi você, escolha a nova senha. Você sairá de todos os dispositivos, e os tokens de API emitidos até agora deixam de valer:',
    ],
    action: passwordAction('pt-BR', publicUrl, resetToken, 'Escolher nova senha', `${linkMinutes} minutos`),
    footer: 'Se não foi você, ignore esta mensagem: sua senha não muda. Ela é automática: não é preciso responder.',
  }),
  en: ({ partnerName, resetToken }, publicUrl) => ({
    subject: `New password for the partner portal: ${partnerName}`,
    preheader: 'Choose another password to sign in to the portal.',
    paragraphs: [
      `Somebody requested a new password for your user in the partner portal of ${partnerName}.`,
      'If it was you, choose the new password. You will be signed out of all devices, and API tokens issued so far become invalid:',
    ],
    action: passwordAction('en', publicUrl, resetToken, 'Choose a new password', `${linkMinutes} minutes`),
    footer:
      'If it was not you, ignore this message: your password does not change. It was sent automatically, so you do not need to reply.',
  }),
}
