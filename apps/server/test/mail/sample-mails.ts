import type { MailContent, MailKind } from '@partner-accounts/core'
import type { MailIdentity } from '../../src/mail/compose-message.ts'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'
import { renderMail } from '../../src/mail/templates/render-mail.ts'

export const PUBLIC_URL = 'https://partners.example'
export const TOKEN = 'TOKEN_tH3-only_0ne'
export const LINK = `${PUBLIC_URL}/activate?token=${TOKEN}`
export const RECIPIENT = 'ana.souza@empresa.example'

export const IDENTITY: MailIdentity = {
  sender: { name: 'Contas de Parceiros', address: 'no-reply@mail.example', host: 'mail.example' },
  render: ({ content, reseller }) => renderMail(content, PUBLIC_URL, { reseller }),
}

export const SMTP = { connections: 5, ca: undefined }

export const invitation = (name = 'Ana Souza', partnerName = 'Padaria São João'): MailContent => ({
  kind: 'portal-user-invitation',
  name,
  partnerName,
  permissions: [],
  activationToken: TOKEN,
})

const partner = { name: 'Ana Souza', partnerName: 'Padaria São João' }
const account = { name: 'Ana Souza', accountName: 'Padaria São João' }

const SAMPLES: { [Kind in MailKind]: Extract<MailContent, { kind: Kind }>[] } = {
  'portal-user-invitation': [
    { kind: 'portal-user-invitation', ...partner, permissions: [], activationToken: TOKEN },
    {
      kind: 'portal-user-invitation',
      ...partner,
      invitedBy: 'Bia Lima',
      permissions: ['accounts:read', 'users:manage'],
      activationToken: TOKEN,
    },
  ],
  'password-reset': [{ kind: 'password-reset', ...partner, resetToken: TOKEN }],
  'password-changed': [{ kind: 'password-changed', ...partner }],
  'second-factor-changed': (['added', 'codes-reissued', 'removed', 'reset'] as const).map((change) => ({
    kind: 'second-factor-changed',
    ...partner,
    change,
  })),
  'subscription-activated': [
    { kind: 'subscription-activated', name: 'Ana Souza', accountNames: ['Padaria São João'] },
    {
      kind: 'subscription-activated',
      name: 'Ana Souza',
      accountNames: ['Padaria São João', ...Array<string>(21).fill('Mercado Sol')],
    },
  ],
  'account-corrected': [{ kind: 'account-corrected', name: 'Ana Souza', accountName: 'Padaria São João' }],
  'webhook-disabled': [false, true].map((isGone) => ({
    kind: 'webhook-disabled',
    ...partner,
    host: 'revenda.example',
    isGone,
  })),
  'administrator-activation': [{ kind: 'administrator-activation', ...account, activationToken: TOKEN }],
  'administrator-welcome': [{ kind: 'administrator-welcome', ...account }],
}
export const CONTENTS: MailContent[] = Object.values(SAMPLES).flat()

let mailCount = 0

export function sampleMail(content: MailContent = invitation(), recipient = RECIPIENT): OutgoingMail {
  mailCount += 1
  return { id: mailCount.toString(16).padStart(24, '0'), recipient, content }
}
