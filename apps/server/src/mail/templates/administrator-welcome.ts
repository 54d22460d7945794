import type { MailTemplate } from './mail-copy.ts'

/** Welcomes the administrator of an account once its subscription is active. It contains no link, so it may be forwarded. */
export const administratorWelcome: MailTemplate<'administrator-welcome'> = {
  'pt-BR': ({ name, accountName }) => ({
    subject: `Boas-vindas! A assinatura de ${accountName} está ativa`,
    preheader: 'Sua conta está pronta para uso.',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      `A assinatura de ${accountName} está ativa, e você administra a conta.`,
      'O link para escolher sua senha chega em outra mensagem. Se ela não estiver na caixa de entrada, procure também na pasta de spam.',
    ],
    footer: 'Se você não esperava esta mensagem, ignore-a. Ela é automática: não é preciso responder.',
  }),
  en: ({ name, accountName }) => ({
    subject: `Welcome! The subscription of ${accountName} is active`,
    preheader: 'Your account is ready to use.',
    greeting: `Hello, ${name}!`,
    paragraphs: [
      `The subscription of ${accountName} is active, and you administer the account.`,
      'You will receive the link to choose your password in another message. If it is not in your inbox, check your spam folder.',
    ],
    footer: 'If you did not expect this message, ignore it. It was sent automatically, so you do not need to reply.',
  }),
}
