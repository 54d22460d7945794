import { createHash } from 'node:crypto'
import { randomBytes } from '../random-bytes.ts'
import type { Actor } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import type { NewSignInLink, Operator, OperatorBrowser, OperatorSession } from './operator.ts'
import { openSession } from './operator-sessions.ts'

export interface SignInLink {
  token: string
  expiresAt: Date
}

const PREFIX = 'pao_'
const TOKEN_BYTES = 32

const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()

/** Creates a sign-in link to the console. An operator's link and its session expire with that operator's `session`. */
export function createSignInLink(
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, session, operator }: { actor: Actor; session?: OperatorSession | undefined; operator: Operator },
): Promise<SignInLink> {
  const id = newId()
  const token = `${PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`
  const link: NewSignInLink = {
    ...operator,
    id,
    createdBy: 'name' in actor ? `${actor.kind}:${actor.name}` : actor.kind,
    creatorSessionId: session?.id ?? null,
    tokenHash: hashToken(token),
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
    const link = required(await stores.operatorSessions.takeLink(hashToken(token)), 'sign-in-link-invalid')
    return openSession(stores, { ...link, ...browser, sealedIdToken: null, lifetimeSeconds: operatorSessionSeconds })
  })
