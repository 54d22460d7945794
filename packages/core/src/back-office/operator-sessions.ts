import type { Actor, ChangeInput } from '../audit/actor.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { NewOperatorSession } from '../identity/operator-session-store.ts'
import { type Operator, operatorActor, type OperatorBrowser, type OperatorSession } from '../identity/operator.ts'
import { type SealContext, sealWithKeyring, unsealWithKeyring } from '../secrets/sealing.ts'

export const startOperatorSession = (
  {
    transact,
    newId,
    sealingKeys,
    operatorSessionSeconds: lifetimeSeconds,
  }: Pick<Dependencies, 'transact' | 'newId' | 'sealingKeys' | 'operatorSessionSeconds'>,
  { operator, browser, idToken }: { operator: Operator; browser: OperatorBrowser; idToken?: string | undefined },
): Promise<OperatorSession> => {
  const id = newId()
  const sealedIdToken = idToken === undefined ? null : sealWithKeyring(idToken, sealingKeys, contextOf(id))
  return transact((stores) =>
    openSession(stores, {
      id,
      ...operator,
      ...browser,
      createdBy: null,
      creatorSessionId: null,
      sealedIdToken,
      lifetimeSeconds,
    }),
  )
}

const contextOf = (owner: string): SealContext => ({ purpose: 'operator-id-token', owner })

export async function openSession(stores: Stores, session: NewOperatorSession): Promise<OperatorSession> {
  const opened = await stores.operatorSessions.start(session)
  await record(stores, 'operator.signed-in', opened)
  return opened
}

/**
 * Signs an operator out. Copies of the session's cookie are rejected from now on.
 *
 * @returns the ID token of the sign-in, for the provider's sign-out page. `undefined` if none is stored or its sealing
 * key was removed.
 */
export async function endOperatorSession(
  { transact, sealingKeys }: Pick<Dependencies, 'transact' | 'sealingKeys'>,
  { session }: { session: OperatorSession },
): Promise<{ idToken: string | undefined }> {
  const sealed = await transact(async (stores) => {
    const idToken = await stores.operatorSessions.findSealedIdToken(session.id)
    await stores.operatorSessions.end(session.id)
    await record(stores, 'operator.signed-out', session)
    return idToken
  })
  const idToken = sealed === null ? undefined : unsealWithKeyring(sealed, sealingKeys, contextOf(session.id))
  return { idToken }
}

/**
 * Ends the session with this id.
 *
 * @throws `operator-session-not-found`
 */
export const endSessionOf = inTransaction(async ({ operatorSessions, audit }, { actor, id }: ChangeInput) => {
  const session = required(await operatorSessions.find(id), 'operator-session-not-found')
  await operatorSessions.end(id)
  await audit.record({ actor, action: 'operator.session-ended', subjectId: id })
  return session
})

/**
 * Ends all sessions of an operator, and makes unused links invalid.
 *
 * @param input `name`: the operator's e-mail, or their name if they have no e-mail
 * @throws `operator-session-not-found` if the operator has neither sessions nor links
 */
export const endSessionsOf = inTransaction(
  async ({ operatorSessions, audit }, { actor, name }: { actor: Actor; name: string }) => {
    const { sessions, linkCount } = await operatorSessions.endAll(name)
    if (sessions.length === 0 && linkCount === 0) throw new DomainError('operator-session-not-found')
    for (const { id } of sessions) await audit.record({ actor, action: 'operator.session-ended', subjectId: id })
    return sessions
  },
)

export const recordRejectedSignIn = (
  { stores, newId }: Pick<Dependencies, 'stores' | 'newId'>,
  { who, reason }: { who: string; reason: string },
): Promise<void> =>
  stores.audit.record({
    actor: { kind: 'operator', name: who },
    action: 'operator.sign-in-rejected',
    subjectId: newId(),
    changes: { reason: { from: null, to: reason } },
  })

const record = (
  { audit }: Stores,
  action: 'operator.signed-in' | 'operator.signed-out',
  session: OperatorSession,
): Promise<void> => audit.record({ actor: operatorActor(session), action, subjectId: session.id })
