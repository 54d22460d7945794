import { passwordAction } from './password-action.ts'
import type { MailTemplate } from './mail-copy.ts'

export const administratorActivation: MailTemplate<'administrator-activation'> = {
  'pt-BR': ({ accountName, activationToken }, publicUrl) => ({
    subject: `Ative seu acesso à conta de ${accountName}`,
    preheader: 'Escolha sua senha para administrar a conta.',
    paragraphs: [
      `A conta de ${accountName} foi criada, e a administração dela fica com você.`,
      'Para ativar seu acesso, escolha sua senha:',
    ],
    action: passwordAction('pt-BR', publicUrl, activationToken),
    footer: 'Se você não esperava esta mensagem, ignore-a. Ela é automática: não é preciso responder.',
  }),
  en: ({ accountName, activationToken }, publicUrl) => ({
    subject: `Activate your access to the account of ${accountName}`,
    preheader: 'Choose your password to administer the account.',
    paragraphs: [
      `The account of ${accountName} has been created with you as its administrator.`,
      'To activate your access, choose your password:',
    ],
    action: passwordAction('en', publicUrl, activationToken),
    footer: 'If you did not expect this message, ignore it. It was sent automatically, so you do not need to reply.',
  }),
}
