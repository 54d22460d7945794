import { type Actor, labelOf } from '../audit/actor.ts'
import { openSession } from './operator-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { NewSignInLink } from '../identity/operator-session-store.ts'
import type { Operator, OperatorBrowser, OperatorSession } from '../identity/operator.ts'
import { LIMITS } from '../limits.ts'
import { randomSecret, sha256 } from '../secrets/secrets.ts'

/**
 * Creates a link that signs an operator in to the console.
 *
 * @param input `session`: the session of the operator who creates the link. The link, and the session that it starts,
 * expire with it at the latest
 */
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
 * Starts a session with the link's id, by which the audit trail shows who created the link.
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
