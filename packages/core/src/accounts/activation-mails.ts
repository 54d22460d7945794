import type { NewMail } from '../mails/mail.ts'
import type { AdministratorOfAccount } from './administrator.ts'

type Recipient = Omit<AdministratorOfAccount, 'mobilePhone'>

export const activationMails = (administrator: Recipient, activationToken: string): NewMail[] => [
  activationMail(administrator, activationToken),
  welcomeMail(administrator),
]

export const activationMail = (
  { fullName: name, email: recipient, accountName, partnerId, accountId }: Recipient,
  activationToken: string,
): NewMail => ({
  recipient,
  content: { kind: 'administrator-activation', name, accountName, activationToken },
  partnerId,
  accountId,
})

export const welcomeMail = ({
  fullName: name,
  email: recipient,
  accountName,
  partnerId,
  accountId,
}: Recipient): NewMail => ({
  recipient,
  content: { kind: 'administrator-welcome', name, accountName },
  partnerId,
  accountId,
})
