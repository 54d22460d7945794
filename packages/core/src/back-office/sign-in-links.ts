import { type Actor, labelOf } from '../audit/actor.ts'
import { openSession } from './operator-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { NewSignInLink } from '../identity/operator-session-store.ts'
import type { Operator, OperatorBrowser, OperatorSession } from '../identity/operator.ts'
import { LIMITS } from '../limits.ts'
import { randomSecret, sha256 } from '../secrets/secrets.ts'

/** Creates a sign-in link to the console. An operator's link and its session expire with that operator's `session`. */
export function createSignInLink(
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, session, operator }: { actor: Actor; session?: OperatorSession | undefined; operator: Operator },
): Promise<{ token: string; expiresAt: Date }> {
  const id = newId()
  const token = randomSecret('pao_')
  const link: NewSignInLink = {
    ...operator,
    id,
    createdBy: labelOf(actor),
    creatorSessionId: session?.id ?? null,
    tokenHash: sha256(token),
    validForSeconds: LIMITS.operatorLinkMinutes * 60,
  }
  return transact(async ({ operatorSessions, audit }) => {
    const expiresAt = await operatorSessions.addLink(link)
    await audit.record({ actor, action: 'operator.link-created', subjectId: id })
    return { token, expiresAt }
  })
}

/**
 * Starts a session with the link's id, so the audit trail shows its creator.
 *
 * @throws `sign-in-link-invalid`
 */
export const redeemSignInLink = (
  { transact, operatorSessionSeconds }: Pick<Dependencies, 'transact' | 'operatorSessionSeconds'>,
  { token, browser }: { token: string; browser: OperatorBrowser },
): Promise<OperatorSession> =>
  transact(async (stores) => {
    const link = required(await stores.operatorSessions.takeLink(sha256(token)), 'sign-in-link-invalid')
    return openSession(stores, { ...link, ...browser, sealedIdToken: null, lifetimeSeconds: operatorSessionSeconds })
  })
