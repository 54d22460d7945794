import { LIMITS } from '@partner-accounts/core'
import { linkTo } from './activation-action.ts'
import type { MailTemplate } from './mail-copy.ts'

const { linkMinutes } = LIMITS.passwordReset

/** Lets a portal user that forgot its password choose another one. */
export const passwordReset: MailTemplate<'password-reset'> = {
  'pt-BR': ({ name, partnerName, resetToken }, publicUrl) => ({
    subject: `Nova senha para o portal de parceiros: ${partnerName}`,
    preheader: 'Escolha outra senha para entrar no portal.',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      `Alguém pediu uma nova senha para o seu usuário no portal de parceiros de ${partnerName}.`,
      'Se foi você, escolha a nova senha. Você sairá de todos os dispositivos, e os tokens de API emitidos até agora deixam de valer:',
    ],
    action: {
      button: 'Escolher nova senha',
      link: linkTo(publicUrl, resetToken),
      plainLinkHint: 'Se o botão não funcionar, copie este endereço para o navegador:',
      validity: `O link vale por ${linkMinutes} minutos e só pode ser usado uma vez. Não o encaminhe: quem o abre escolhe a sua senha.`,
    },
    footer: 'Se não foi você, ignore esta mensagem: sua senha não muda. Ela é automática: não é preciso responder.',
  }),
  en: ({ name, partnerName, resetToken }, publicUrl) => ({
    subject: `New password for the partner portal: ${partnerName}`,
    preheader: 'Choose another password to sign in to the portal.',
    greeting: `Hello, ${name}!`,
    paragraphs: [
      `Somebody requested a new password for your user in the partner portal of ${partnerName}.`,
      'If it was you, choose the new password. You will be signed out of all devices, and API tokens issued so far become invalid:',
    ],
    action: {
      button: 'Choose a new password',
      link: linkTo(publicUrl, resetToken),
      plainLinkHint: 'If the button does not work, copy this address into your browser:',
      validity: `The link expires in ${linkMinutes} minutes and can be used only once. Do not forward it: anyone who opens it can choose your password.`,
    },
    footer:
      'If it was not you, ignore this message: your password does not change. It was sent automatically, so you do not need to reply.',
  }),
}
