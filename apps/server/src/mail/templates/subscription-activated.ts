import type { ContentOf, MailTemplate } from './mail-copy.ts'

const MAX_LISTED = 20

export const subscriptionActivated: MailTemplate<'subscription-activated'> = {
  'pt-BR': (content) => ({
    subject: `Assinatura ativa: ${summarize(content, (more) => `e mais ${more}`)}`,
    preheader: 'Seu cliente já pode usar o produto.',
    paragraphs: [
      'Foi ativada a assinatura de:',
      ...list(content, (more) => `e mais ${more}`),
      'O administrador de cada conta recebeu por e-mail o link para escolher a senha.',
    ],
    footer: 'Você recebe esta mensagem porque criou as contas no portal. Ela é automática: não é preciso responder.',
  }),
  en: (content) => ({
    subject: `Subscription active: ${summarize(content, (more) => `and ${more} more`)}`,
    preheader: 'Your customer can use the product now.',
    paragraphs: [
      'The subscription is active for:',
      ...list(content, (more) => `and ${more} more`),
      'The administrator of each account has received the link to choose a password by e-mail.',
    ],
    footer:
      'You receive this message because you created the accounts in the portal. It was sent automatically, so you do not need to reply.',
  }),
}

type Content = ContentOf<'subscription-activated'>

const summarize = ({ accountNames: [first, ...others] }: Content, andMore: (more: number) => string) =>
  others.length === 0 ? first! : `${first!} ${andMore(others.length)}`

const list = ({ accountNames }: Content, andMore: (more: number) => string) => {
  const more = accountNames.length - MAX_LISTED
  return [...accountNames.slice(0, MAX_LISTED).map((name) => `• ${name}`), ...(more > 0 ? [andMore(more)] : [])]
}
