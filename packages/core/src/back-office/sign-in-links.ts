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
 * @param input `operator`: who the link signs in. `creatorSession`: the session of the operator who creates the link. When
 * that session ends, so do the link and the session that the link has started.
 */
export function createSignInLink(
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  {
    actor,
    creatorSession,
    operator,
  }: { actor: Actor; creatorSession?: OperatorSession | undefined; operator: Operator },
): Promise<{ token: string; expiresAt: Date }> {
  const id = newId()
  const token = randomSecret('pao_')
  const link: NewSignInLink = {
    ...operator,
    id,
    createdBy: labelOf(actor),
    creatorSessionId: creatorSession?.id ?? null,
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
 * Starts a session from a one-time link. The session has the link's id, so the audit trail connects it to the creation of
 * the link.
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
