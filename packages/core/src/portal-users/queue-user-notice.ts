import type { PortalUser, SecondFactorChange } from './portal-user.ts'
import type { Stores } from '../unit-of-work.ts'

type SecurityChange = { kind: 'password-changed' } | { kind: 'second-factor-changed'; change: SecondFactorChange }

/** Warns the user, in case somebody else made the change. */
export async function queueSecurityNotice(
  { mails, partners }: Stores,
  { email, name, partnerId }: PortalUser,
  change: SecurityChange,
): Promise<void> {
  const partnerName = (await partners.find(partnerId))?.name ?? ''
  await mails.queue({ recipient: email, content: { ...change, name, partnerName }, partnerId })
}
