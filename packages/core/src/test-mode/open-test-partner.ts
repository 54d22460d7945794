import { ownEntry } from '../audit/audit-entry.ts'
import { createPartner } from '../back-office/create-partner.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { testUserEmail } from '../identity/email.ts'
import { generatePassword, hashGeneratedPassword } from '../identity/generated-password.ts'
import type { Permission } from '../identity/permissions.ts'
import { type TokenSubject, tokenSubject } from '../identity/portal-user.ts'
import { asManager, type ManagerInput } from '../team/as-manager.ts'

/** Permissions, any of which permits opening the test partner. */
export const TEST_MODE_PERMISSIONS = ['accounts:create', 'users:manage'] as const satisfies readonly Permission[]

/**
 * Signs a live user in to the test partner. Creates the test partner if it is missing. The user there has the live user's
 * name and permissions, and a password that nobody knows.
 *
 * @returns the subject of the session in test mode
 * @throws `partner-in-test-mode`, `forbidden` if the test user was erased meanwhile, and the errors of `asManager`
 */
export const openTestPartner: (
  dependencies: Pick<Dependencies, 'transact' | 'newId'>,
  input: ManagerInput,
) => Promise<TokenSubject> = asManager(async (context) => {
  const { stores, user, actor, newId } = context
  const { partners, portalUsers, audit } = stores
  const live = await partners.find(user.partnerId)
  if (live?.mode !== 'live') throw new DomainError('partner-in-test-mode')
  const testPartner = { actor, name: `${live.name} (teste)`, coupon: undefined, testOf: live.id }
  const { id: partnerId } = (await partners.findTestPartner(live.id)) ?? (await createPartner(context, testPartner))

  const email = testUserEmail(user.id)
  const existing = await portalUsers.findByEmail(email)
  const id = existing?.id ?? newId()
  const { name, permissions } = user
  // A placeholder that nobody can sign in with: only integrations can use generated passwords, and this user is a person.
  const passwordHash = hashGeneratedPassword(generatePassword())
  const activeUser = { name, permissions, status: 'active', passwordHash } as const
  if (!existing) {
    await portalUsers.add({ id, partnerId, kind: 'person', email, activation: null, ...activeUser })
  } else if (existing.status === 'active') {
    // Keeps the password, because a new one would end the user's sessions.
    await portalUsers.change(id, { name, permissions })
  } else {
    await portalUsers.change(id, activeUser)
  }
  const access = await portalUsers.findAccess(id, partnerId)
  // An operator has erased the user meanwhile.
  if (access?.userStatus !== 'active') throw new DomainError('forbidden')
  await portalUsers.recordSignIn({ id, partnerId })
  await audit.record(ownEntry({ id, partnerId }, 'portal-user.signed-in'))
  return tokenSubject(access)
}, TEST_MODE_PERMISSIONS)
