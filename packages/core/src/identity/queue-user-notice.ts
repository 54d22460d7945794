import type { Stores } from '../dependencies.ts'
import type { PortalUser, UserNotice } from './portal-user.ts'

/** Returns the mail with a notice. */
export async function userNotice(
  { partners }: Pick<Stores, 'partners'>,
  { email, name, partnerId }: PortalUser,
  notice: UserNotice,
) {
  const partnerName = (await partners.find(partnerId))?.name ?? ''
  return { recipient: email, content: { ...notice, name, partnerName }, partnerId }
}

export async function queueUserNotice(stores: Stores, user: PortalUser, notice: UserNotice): Promise<void> {
  const mail = await userNotice(stores, user, notice)
  await stores.mails.queue(mail)
}
