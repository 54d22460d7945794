import {
  LIMITS,
  type MailContent,
  type MailKind,
  type Permission,
  PERMISSIONS,
  type Reseller,
} from '@partner-accounts/core'
import { MAIL_LOCALE, type MailAction, type MailCopy } from './mail-copy.ts'

export interface MailFacts {
  reseller?: Reseller | undefined
  signInUrl?: string | undefined
}

export type MailTemplate<Kind extends MailKind> = (
  content: Extract<MailContent, { kind: Kind }>,
  publicUrl: string,
  facts: MailFacts,
) => Omit<MailCopy, 'greeting'>

const { activationLinkDays, passwordReset, webhooks } = LIMITS
const MAX_LISTED = 20

/** Notices of changes contain no link, so a link reveals a forged notice. */
export const MAIL_TEMPLATES: { [Kind in MailKind]: MailTemplate<Kind> } = {
  'portal-user-invitation': ({ partnerName, invitedBy, permissions, activationToken }, publicUrl) => ({
    subject: `Seu convite para o portal de parceiros: ${partnerName}`,
    preheader: 'Escolha sua senha para começar a usar o portal.',
    paragraphs: [
      invitedBy === undefined
        ? `Você recebeu um convite para o portal de parceiros de ${partnerName}.`
        : `${invitedBy} convidou você para o portal de parceiros de ${partnerName}.`,
      ...describePermissions(permissions),
      'Para entrar pela primeira vez, escolha sua senha:',
    ],
    action: activationAction(publicUrl, activationToken),
    footer: 'Se você não esperava este convite, ignore esta mensagem. Ela é automática: não é preciso responder.',
  }),
  'password-reset': ({ partnerName, resetToken }, publicUrl) => ({
    subject: `Nova senha para o portal de parceiros: ${partnerName}`,
    preheader: 'Escolha outra senha para entrar no portal.',
    paragraphs: [
      `Alguém pediu uma nova senha para o seu usuário no portal de parceiros de ${partnerName}.`,
      'Se foi você, escolha a nova senha. Você sairá de todos os dispositivos, e os tokens de API emitidos até agora deixam de valer:',
    ],
    action: passwordAction(publicUrl, resetToken, {
      button: 'Escolher nova senha',
      lifetime: `${passwordReset.linkMinutes} minutos`,
    }),
    footer: 'Se não foi você, ignore esta mensagem: sua senha não muda. Ela é automática: não é preciso responder.',
  }),
  'password-changed': ({ partnerName }) => ({
    subject: `Sua senha mudou: portal de parceiros de ${partnerName}`,
    preheader: 'Se não foi você, avise quem gerencia os usuários.',
    paragraphs: [
      `A senha do seu usuário no portal de parceiros de ${partnerName} acaba de mudar. Os outros dispositivos saíram do portal.`,
      'Se não foi você, peça uma nova senha em "Esqueci minha senha" e avise quem gerencia os usuários na sua empresa.',
    ],
    footer: 'Se foi você, não precisa fazer nada. Esta mensagem é automática: não é preciso responder.',
  }),
  'second-factor-changed': ({ partnerName, change }) => ({
    subject: `${SECOND_FACTOR[change].title}: portal de parceiros de ${partnerName}`,
    preheader: 'Se não foi você, avise quem gerencia os usuários.',
    paragraphs: [
      `O segundo fator do seu usuário no portal de parceiros de ${partnerName} ${SECOND_FACTOR[change].event}. ${SECOND_FACTOR[change].effect}`,
      'Se você não fez nem pediu isso, peça uma nova senha em "Esqueci minha senha" e avise quem gerencia os usuários na sua empresa.',
    ],
    footer: 'Se foi você, não precisa fazer nada. Esta mensagem é automática: não é preciso responder.',
  }),
  'subscription-activated': ({ accountNames }) => {
    const [first, ...others] = accountNames
    const more = accountNames.length - MAX_LISTED
    return {
      subject: `Assinatura ativa: ${first!}${others.length > 0 ? ` e mais ${others.length}` : ''}`,
      preheader: 'Seu cliente já pode usar o produto.',
      paragraphs: [
        'Foi ativada a assinatura de:',
        ...accountNames.slice(0, MAX_LISTED).map((name) => `• ${name}`),
        ...(more > 0 ? [`e mais ${more}`] : []),
        'O administrador de cada conta recebeu por e-mail o link para escolher a senha.',
      ],
      footer: 'Você recebe esta mensagem porque criou as contas no portal. Ela é automática: não é preciso responder.',
    }
  },
  'account-corrected': ({ accountName }) => ({
    subject: `Dados corrigidos: ${accountName}`,
    preheader: 'A página da conta mostra o que mudou.',
    paragraphs: [
      `Nossa equipe corrigiu os dados da conta de ${accountName}.`,
      'O histórico, na página da conta, mostra quais dados mudaram e quando.',
    ],
    footer: 'Você recebe esta mensagem porque criou a conta no portal. Ela é automática: não é preciso responder.',
  }),
  'webhook-disabled': ({ partnerName, host, isGone }) => ({
    subject: `Webhook desativado: ${partnerName}, ${host}`,
    preheader: 'Seu sistema não recebe mais eventos nesse endereço.',
    paragraphs: [
      isGone
        ? `O webhook de ${partnerName} em ${host} respondeu 410 (não existe mais), e por isso foi desativado.`
        : `O webhook de ${partnerName} em ${host} falhou por ${webhooks.disabledAfterDays} dias seguidos, e por isso foi desativado.`,
      'Os eventos esperam. Corrija o sistema e verifique o endereço de novo em Webhooks, no portal, ou exclua-o.',
    ],
    footer: 'Você recebe esta mensagem porque gerencia webhooks no portal. Ela é automática: não é preciso responder.',
  }),
  'administrator-activation': ({ accountName, activationToken }, publicUrl) => ({
    subject: `Ative seu acesso à conta de ${accountName}`,
    preheader: 'Escolha sua senha para administrar a conta.',
    paragraphs: [
      `A conta de ${accountName} foi criada, e a administração dela fica com você.`,
      'Para ativar seu acesso, escolha sua senha:',
    ],
    action: activationAction(publicUrl, activationToken),
    footer: 'Se você não esperava esta mensagem, ignore-a. Ela é automática: não é preciso responder.',
  }),
  // This mail may be forwarded, because its link only opens the page to sign in.
  'administrator-welcome': ({ accountName }, _publicUrl, { reseller, signInUrl }) => ({
    subject: `Boas-vindas! A assinatura de ${accountName} está ativa`,
    preheader: 'Sua conta está pronta para uso.',
    paragraphs: [
      `A assinatura de ${accountName} está ativa, e você administra a conta.`,
      'O link para escolher sua senha chega em outra mensagem. Se ela não estiver na caixa de entrada, procure também na pasta de spam.',
      ...(reseller ? [`Quem atende você é ${[reseller.name, ...contactOf(reseller)].join(', ')}.`] : []),
    ],
    ...(signInUrl !== undefined && {
      action: {
        button: 'Entrar na minha conta',
        link: signInUrl,
        plainLinkHint: 'Depois de escolher a senha, entre por este endereço:',
      },
    }),
    footer: 'Se você não esperava esta mensagem, ignore-a. Ela é automática: não é preciso responder.',
  }),
}

const PERMISSION_TEXTS: Record<Permission, string> = {
  'accounts:read': 'ver contas',
  'accounts:create': 'criar contas',
  'users:manage': 'gerenciar usuários',
  'webhooks:manage': 'gerenciar webhooks',
}

function describePermissions(permissions: readonly Permission[]): string[] {
  const texts = PERMISSIONS.filter((name) => permissions.includes(name)).map((name) => PERMISSION_TEXTS[name])
  return texts.length === 0 ? [] : [`No portal, você poderá ${new Intl.ListFormat(MAIL_LOCALE).format(texts)}.`]
}

const SECOND_FACTOR = {
  added: {
    title: 'Segundo fator ativado',
    event: 'acaba de ser ativado',
    effect: 'Os outros dispositivos saíram do portal.',
  },
  'codes-reissued': {
    title: 'Novos códigos de recuperação',
    event: 'acaba de receber novos códigos de recuperação',
    effect: 'Os códigos anteriores não valem mais.',
  },
  removed: {
    title: 'Segundo fator removido',
    event: 'acaba de ser removido',
    effect: 'Agora, a senha basta para entrar.',
  },
  reset: {
    title: 'Segundo fator redefinido',
    event: 'acaba de ser redefinido',
    effect: 'Todos os dispositivos saíram do portal. Para ter outro, ative-o em "Meu perfil".',
  },
}

const contactOf = ({ email }: Reseller) => (email === undefined ? [] : [`pelo e-mail ${email}`])

const activationAction = (publicUrl: string, token: string): MailAction =>
  passwordAction(publicUrl, token, { button: 'Escolher minha senha', lifetime: `${activationLinkDays} dias` })

const passwordAction = (
  publicUrl: string,
  token: string,
  { button, lifetime }: { button: string; lifetime: string },
): MailAction => ({
  button,
  link: `${publicUrl}/activate?token=${encodeURIComponent(token)}`,
  plainLinkHint: 'Se o botão não funcionar, copie este endereço para o navegador:',
  validity: `O link vale por ${lifetime} e só pode ser usado uma vez. Não o encaminhe: quem o abre escolhe a sua senha.`,
})
