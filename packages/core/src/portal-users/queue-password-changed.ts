import type { PortalUser } from './portal-user.ts'
import type { Stores } from '../unit-of-work.ts'

/** Warns the user, in case somebody else chose the password. */
export async function queuePasswordChanged(
  { mails, partners }: Stores,
  { email, name, partnerId }: PortalUser,
): Promise<void> {
  const partnerName = (await partners.find(partnerId))?.name ?? ''
  const content = { kind: 'password-changed', name, partnerName } as const
  await mails.queue({ recipient: email, content, partnerId })
}
