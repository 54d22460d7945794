import { activationAction } from './activation-action.ts'
import type { MailTemplate } from './mail-copy.ts'

/** Invites a portal user to choose a password. */
export const portalUserInvitation: MailTemplate<'portal-user-invitation'> = {
  'pt-BR': ({ name, partnerName, activationToken }, publicUrl) => ({
    subject: `Seu convite para o portal de parceiros: ${partnerName}`,
    preheader: 'Escolha sua senha para começar a usar o portal.',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      `Você recebeu um convite para o portal de parceiros de ${partnerName}.`,
      'Para entrar pela primeira vez, escolha sua senha:',
    ],
    action: activationAction('pt-BR', publicUrl, activationToken),
    footer: 'Se você não esperava este convite, ignore esta mensagem. Ela é automática: não é preciso responder.',
  }),
  en: ({ name, partnerName, activationToken }, publicUrl) => ({
    subject: `Your invitation to the partner portal: ${partnerName}`,
    preheader: 'Choose your password to start using the portal.',
    greeting: `Hello, ${name}!`,
    paragraphs: [
      `You have been invited to the partner portal of ${partnerName}.`,
      'To sign in for the first time, choose your password:',
    ],
    action: activationAction('en', publicUrl, activationToken),
    footer:
      'If you did not expect this invitation, ignore this message. It was sent automatically, so you do not need to reply.',
  }),
}
