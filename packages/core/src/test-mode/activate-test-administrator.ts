import { randomUUID } from 'node:crypto'
import type { Actor } from '../audit/actor.ts'
import type { Dependencies } from '../dependencies.ts'
import { issueActivationToken } from '../identity/activation-link.ts'

/**
 * Activates the administrator of a test account without the mailed link. The password is random, so nobody knows it. Does
 * nothing if the administrator is active.
 */
export async function activateTestAdministrator(
  { transact, passwords }: Pick<Dependencies, 'transact' | 'passwords'>,
  { actor, accountId, partnerId }: { actor: Actor; accountId: string; partnerId: string },
): Promise<void> {
  const passwordHash = await passwords.hash(randomUUID(), partnerId)
  await transact(async ({ administrators, audit }) => {
    const { stored } = issueActivationToken('administrator', partnerId)
    await administrators.invite(accountId, stored)
    if (!(await administrators.activate({ partnerId, tokenHash: stored.tokenHash }, passwordHash))) return
    const about = { subjectId: accountId, partnerId, accountId }
    await audit.record({ actor, action: 'administrator.activated', ...about })
  })
}
