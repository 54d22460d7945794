import type { Locale } from '@partner-accounts/api'
import { type Permission, PERMISSIONS } from '@partner-accounts/core'
import { passwordAction } from './password-action.ts'
import type { MailTemplate } from './mail-copy.ts'

const PERMISSION_WORDS: Record<Locale, Record<Permission, string>> = {
  'pt-BR': {
    'accounts:read': 'ver contas',
    'accounts:create': 'criar contas',
    'users:manage': 'gerenciar usuários',
    'webhooks:manage': 'gerenciar webhooks',
  },
  en: {
    'accounts:read': 'view accounts',
    'accounts:create': 'create accounts',
    'users:manage': 'manage users',
    'webhooks:manage': 'manage webhooks',
  },
}

const permitted = (locale: Locale, start: string, permissions: readonly Permission[]): string[] => {
  const words = PERMISSIONS.filter((name) => permissions.includes(name)).map((name) => PERMISSION_WORDS[locale][name])
  return words.length === 0 ? [] : [`${start} ${new Intl.ListFormat(locale).format(words)}.`]
}

export const portalUserInvitation: MailTemplate<'portal-user-invitation'> = {
  'pt-BR': ({ partnerName, invitedBy, permissions, activationToken }, publicUrl) => ({
    subject: `Seu convite para o portal de parceiros: ${partnerName}`,
    preheader: 'Escolha sua senha para começar a usar o portal.',
    paragraphs: [
      invitedBy === undefined
        ? `Você recebeu um convite para o portal de parceiros de ${partnerName}.`
        : `${invitedBy} convidou você para o portal de parceiros de ${partnerName}.`,
      ...permitted('pt-BR', 'No portal, você poderá', permissions),
      'Para entrar pela primeira vez, escolha sua senha:',
    ],
    action: passwordAction('pt-BR', publicUrl, activationToken),
    footer: 'Se você não esperava este convite, ignore esta mensagem. Ela é automática: não é preciso responder.',
  }),
  en: ({ partnerName, invitedBy, permissions, activationToken }, publicUrl) => ({
    subject: `Your invitation to the partner portal: ${partnerName}`,
    preheader: 'Choose your password to start using the portal.',
    paragraphs: [
      invitedBy === undefined
        ? `You have been invited to the partner portal of ${partnerName}.`
        : `${invitedBy} has invited you to the partner portal of ${partnerName}.`,
      ...permitted('en', 'In the portal, you can', permissions),
      'To sign in for the first time, choose your password:',
    ],
    action: passwordAction('en', publicUrl, activationToken),
    footer:
      'If you did not expect this invitation, ignore this message. It was sent automatically, so you do not need to reply.',
  }),
}
