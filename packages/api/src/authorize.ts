import {
  type Actor,
  DomainError,
  operatorActor,
  type OperatorRole,
  type PartnerMode,
  type Permission,
  type PortalUserAccess,
  requirePermission,
  requireRole,
} from '@partner-accounts/core'
import type { BrowserSession, Caller, KeyScope } from './context.ts'
import { RequestError } from './errors/request-error.ts'

/**
 * Returns the access of a portal user with at least one of the permissions. If all of them end with `:manage`, also
 * rejects the tokens that `accessOfPerson` rejects.
 *
 * @throws `unauthenticated` for other callers, `forbidden` without any of the permissions, `second-factor-missing` for
 * a session without the second factor that the partner requires
 */
export function authorize(caller: Caller, permissions: readonly Permission[]): PortalUserAccess {
  const isManagement = permissions.every((permission) => permission.endsWith(':manage'))
  const access = isManagement ? accessOfPerson(caller) : accessOf(caller)
  requirePermission(access, ...permissions)
  if (isOwnSession(caller) && access.requiresSecondFactor && !access.hasSecondFactor)
    throw new DomainError('second-factor-missing')
  return access
}

/**
 * Returns the access of a portal user. Rejects tokens if a second factor exists or is required, because a password
 * suffices to get a token.
 *
 * @throws `unauthenticated` for other callers, `forbidden` for tokens of users who have or require a second factor
 */
export function accessOfPerson(caller: Caller): PortalUserAccess {
  const access = accessOf(caller)
  if (!isSession(caller) && (access.hasSecondFactor || access.requiresSecondFactor)) throw new DomainError('forbidden')
  return access
}

const isSession = (caller: Caller): caller is Extract<Caller, { kind: 'portal-user' }> =>
  caller.kind === 'portal-user' && caller.sessionId !== undefined

/**
 * Excludes sessions of test mode that a live session opened. Their users cannot add a second factor, because nobody knows
 * their passwords.
 */
const isOwnSession = (caller: Caller): boolean => isSession(caller) && caller.openedBy === undefined

/**
 * Returns the access of a portal user.
 * @throws `unauthenticated` for other callers, `forbidden` if the request expects the other mode
 */
export function accessOf(caller: Caller): PortalUserAccess {
  if (caller.kind !== 'portal-user') throw new DomainError('unauthenticated')
  const { access, expectedMode } = caller
  requireMode(access.partnerMode, expectedMode)
  return access
}

/**
 * @param partnerMode default: `live`
 * @param expectedMode the header `X-Mode`
 * @throws `forbidden` if the request expects the other mode, or an unknown one
 */
export function requireMode(partnerMode: PartnerMode | undefined, expectedMode: string | undefined): void {
  const mode = partnerMode ?? 'live'
  if (expectedMode === undefined || expectedMode === mode) return
  const isMode = expectedMode === 'test' || expectedMode === 'live'
  throw new DomainError('forbidden', isMode ? { mode } : { hint: 'The header X-Mode must be test or live.' })
}

/**
 * Returns the browser session, which only calls from pages of the portal and console have.
 * @throws RequestError `bad-request` for other calls
 */
export function requirePage<Session extends BrowserSession<never>>(session: Session | undefined): Session {
  if (!session) throw new RequestError('bad-request')
  return session
}

/**
 * Returns the actor to record.
 * @throws RequestError `invalid-internal-key` for anyone but operators and internal applications
 * @throws `operator-forbidden` outside the operator's role or the key's scope
 */
export function authorizeInternal(caller: Caller, path: string, role: OperatorRole): Actor {
  if (caller.kind === 'operator') {
    requireRole(caller.session, role)
    return operatorActor(caller.session)
  }
  if (caller.kind !== 'internal') throw new RequestError('invalid-internal-key')
  const { name, scope = 'operate' } = caller
  if (!includesProcedure(scope, path, role)) throw new DomainError('operator-forbidden')
  return { kind: 'internal', name }
}

function includesProcedure(scope: KeyScope, path: string, role: OperatorRole): boolean {
  if (scope === 'read') return role === 'viewer'
  return scope === 'operate' || scope.includes(path.replace(/^internal\./, ''))
}
