import { INTEGRATION_DOMAIN } from '../email.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { generatePassword, hashGeneratedPassword } from '../passwords/generated-password.ts'
import type { Permission } from '../portal-users/permission.ts'
import { type PortalUser, requireGrantable } from '../portal-users/portal-user.ts'
import { requireRoom } from './team-limits.ts'
import { asManager, findMember, type ManagerInput, requireOwn } from './as-manager.ts'

export interface AddIntegrationInput extends ManagerInput {
  name: string
  permissions: readonly Permission[]
}

/** The password cannot be read later. */
export type IntegrationWithPassword = PortalUser & { password: string }

/**
 * Adds a portal user with a generated e-mail and password that requests tokens with `POST /tokens` and cannot sign in
 * to the portal.
 *
 * @throws `forbidden` for a permission that the manager lacks, `integration-manages-users`, `team-full`
 */
export const addIntegration = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { name, permissions, ...input }: AddIntegrationInput,
): Promise<IntegrationWithPassword> =>
  asManager({ transact }, input, async (manager) => {
    requireOwn(manager, permissions)
    await requireRoom(manager, 'integration')
    const id = newId()
    const { partnerId } = input
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
    const { actor, stores } = manager
    await stores.portalUsers.add({ ...added, passwordHash: hashGeneratedPassword(password), activation: null })
    await stores.audit.record({ actor, action: 'integration.created', subjectId: id, partnerId })
    return { ...added, password }
  })

/**
 * Ends the integration's tokens and enables it.
 *
 * @throws `forbidden` for an integration with a permission that the manager lacks, `portal-user-not-found`
 */
export const rotateIntegrationPassword = (
  { transact }: Pick<Dependencies, 'transact'>,
  { id, ...input }: ManagerInput & { id: string },
): Promise<IntegrationWithPassword> =>
  asManager({ transact }, input, async (manager) => {
    const integration = await findMember(manager, id)
    if (integration.kind !== 'integration') throw new DomainError('portal-user-not-found')
    requireOwn(manager, integration.permissions)
    const password = generatePassword()
    const { actor, stores } = manager
    const passwordHash = hashGeneratedPassword(password)
    const changed = await stores.portalUsers.change(id, { passwordHash, status: 'active' })
    if (!changed) throw new DomainError('portal-user-not-found')
    const { partnerId } = input
    const action = 'integration.password-rotated'
    await stores.audit.record({ actor, action, subjectId: id, partnerId })
    return { ...changed, password }
  })
