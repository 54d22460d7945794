import type { MailAction, MailFacts, MailTemplate } from './mail-copy.ts'

/** May be forwarded: no link gives access. */
export const administratorWelcome: MailTemplate<'administrator-welcome'> = {
  'pt-BR': ({ accountName }, _publicUrl, { reseller, signInUrl }) => ({
    subject: `Boas-vindas! A assinatura de ${accountName} está ativa`,
    preheader: 'Sua conta está pronta para uso.',
    paragraphs: [
      `A assinatura de ${accountName} está ativa, e você administra a conta.`,
      'O link para escolher sua senha chega em outra mensagem. Se ela não estiver na caixa de entrada, procure também na pasta de spam.',
      ...(reseller ? [`Quem atende você é ${reseller.name}${contact(reseller, 'pelo e-mail')}.`] : []),
    ],
    ...signIn(signInUrl, 'Entrar na minha conta', 'Depois de escolher a senha, entre por este endereço:'),
    footer: 'Se você não esperava esta mensagem, ignore-a. Ela é automática: não é preciso responder.',
  }),
  en: ({ accountName }, _publicUrl, { reseller, signInUrl }) => ({
    subject: `Welcome! The subscription of ${accountName} is active`,
    preheader: 'Your account is ready to use.',
    paragraphs: [
      `The subscription of ${accountName} is active, and you administer the account.`,
      'You will receive the link to choose your password in another message. If it is not in your inbox, check your spam folder.',
      ...(reseller ? [`Your contact is ${reseller.name}${contact(reseller, 'by e-mail:')}.`] : []),
    ],
    ...signIn(signInUrl, 'Sign in to my account', 'After you have chosen your password, sign in at this address:'),
    footer: 'If you did not expect this message, ignore it. It was sent automatically, so you do not need to reply.',
  }),
}

const contact = ({ email }: NonNullable<MailFacts['reseller']>, by: string) =>
  email === undefined ? '' : `, ${by} ${email}`

const signIn = (link: string | undefined, button: string, plainLinkHint: string): { action?: MailAction } =>
  link === undefined ? {} : { action: { button, link, plainLinkHint } }
