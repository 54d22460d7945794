import { DomainError } from '../errors.ts'
import { INTEGRATION_DOMAIN } from '../identity/email.ts'
import { generatePassword, hashGeneratedPassword } from '../identity/generated-password.ts'
import type { Permission } from '../identity/permissions.ts'
import { type PortalUser, requireGrantable } from '../identity/portal-user.ts'
import { asManager, findMember, type ManagerInput, requireOwnPermissions } from './as-manager.ts'
import { requireRoom } from './team-limits.ts'

export interface AddIntegrationInput extends ManagerInput {
  name: string
  permissions: readonly Permission[]
}

/**
 * Adds a portal user for a program, with a generated e-mail and password. The program requests tokens with `POST /tokens`,
 * but cannot sign in to the portal. The password cannot be read later.
 *
 * @throws `forbidden` for a permission that the manager lacks, `integration-manages-users`, `team-full`
 */
export const addIntegration = asManager(async (manager, { partnerId, name, permissions }: AddIntegrationInput) => {
  requireOwnPermissions(manager, permissions)
  await requireRoom(manager, 'integration')
  const { actor, stores, newId } = manager
  const id = newId()
  const added: PortalUser = {
    id,
    partnerId,
    kind: 'integration',
    email: `${id}${INTEGRATION_DOMAIN}`,
    name,
    status: 'active',
    permissions,
  }
  requireGrantable(added)
  const password = generatePassword()
  await stores.portalUsers.add({ ...added, passwordHash: hashGeneratedPassword(password), activation: null })
  await stores.audit.record({ actor, action: 'integration.created', subjectId: id, partnerId })
  return { ...added, password }
})

export interface RotatePasswordInput extends ManagerInput {
  id: string
  /** Whether the current password and its tokens become invalid now, instead of in a day. */
  endsCurrent: boolean
}

/**
 * Replaces an integration's password, and enables the integration. Unless `endsCurrent`, the current password stays valid
 * for a day, so that the program works until it has the new one.
 *
 * @throws `forbidden` for an integration with a permission that the manager lacks, `portal-user-not-found`
 */
export const rotateIntegrationPassword = asManager(
  async (manager, { partnerId, id, endsCurrent }: RotatePasswordInput) => {
    const integration = await findMember(manager, id)
    if (integration.kind !== 'integration') throw new DomainError('portal-user-not-found')
    requireOwnPermissions(manager, integration.permissions)
    const password = generatePassword()
    const { actor, stores } = manager
    const passwordHash = hashGeneratedPassword(password)
    const changed = await stores.portalUsers.replacePassword(id, passwordHash, { keepsPrevious: !endsCurrent })
    if (!changed) throw new DomainError('portal-user-not-found')
    const action = 'integration.password-rotated'
    await stores.audit.record({ actor, action, subjectId: id, partnerId })
    return { ...changed, password }
  },
)
