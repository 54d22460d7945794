import type { MailContent } from '@partner-accounts/core'
import type { MailIdentity } from '../../src/mail/compose-message.ts'
import { createMailRenderer } from '../../src/mail/create-mail-transport.ts'
import type { OutgoingMail } from '../../src/mail/mail-transport.ts'

export const PUBLIC_URL = 'https://partners.example'
export const TOKEN = 'TOKEN_tH3-only_0ne'
export const LINK = `${PUBLIC_URL}/activate?token=${TOKEN}`
export const RECIPIENT = 'ana.souza@empresa.example'

export const IDENTITY: MailIdentity = {
  sender: { name: 'Contas de Parceiros', address: 'no-reply@mail.example', host: 'mail.example' },
  locale: 'pt-BR',
  render: createMailRenderer(PUBLIC_URL, undefined),
}

export const invitation = (name = 'Ana Souza', partnerName = 'Padaria São João'): MailContent => ({
  kind: 'portal-user-invitation',
  name,
  partnerName,
  activationToken: TOKEN,
})

export const CONTENTS: MailContent[] = [
  invitation(),
  { ...invitation(), invitedBy: 'Bia Lima', permissions: ['accounts:read', 'users:manage'] } as MailContent,
  { kind: 'password-reset', name: 'Ana Souza', partnerName: 'Padaria São João', resetToken: TOKEN },
  { kind: 'password-changed', name: 'Ana Souza', partnerName: 'Padaria São João' },
  { kind: 'administrator-activation', name: 'Ana Souza', accountName: 'Padaria São João', activationToken: TOKEN },
  { kind: 'administrator-welcome', name: 'Ana Souza', accountName: 'Padaria São João' },
]

let mails = 0

export const sampleMail = (content: MailContent = invitation(), recipient = RECIPIENT): OutgoingMail => ({
  id: (++mails).toString(16).padStart(24, '0'),
  recipient,
  content,
})
