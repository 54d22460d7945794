import type { Stores } from '../dependencies.ts'
import type { PortalUser, UserNotice } from './portal-user.ts'

export async function queueUserNotice(
  { mails, partners }: Stores,
  { email, name, partnerId }: PortalUser,
  notice: UserNotice,
): Promise<void> {
  const partnerName = (await partners.find(partnerId))?.name ?? ''
  await mails.queue({ recipient: email, content: { ...notice, name, partnerName }, partnerId })
}
