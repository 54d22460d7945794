import type { Stores } from '../dependencies.ts'
import type { NewMail } from '../mails/mail.ts'
import type { PortalUser, UserNotice } from './portal-user.ts'

export async function userNotice(
  { partners }: Pick<Stores, 'partners'>,
  { email, name, partnerId }: PortalUser,
  notice: UserNotice,
): Promise<NewMail> {
  const partnerName = (await partners.find(partnerId))?.name ?? ''
  return { recipient: email, content: { ...notice, name, partnerName }, partnerId }
}

export async function queueUserNotice(stores: Stores, user: PortalUser, notice: UserNotice): Promise<void> {
  const mail = await userNotice(stores, user, notice)
  await stores.mails.queue(mail)
}
