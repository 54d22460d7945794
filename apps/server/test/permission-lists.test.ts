import { PERMISSIONS, type Permission } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from './browser-client.ts'
import { addColleague, addPortalUser, sharedService, type TestPortalUser, type TestService } from './harness.ts'
import { type InternalClient, internalClient, rejectionOf } from './internal/internal-client.ts'

const REPEATED: Permission[] = ['accounts:read', 'accounts:create', 'accounts:read']
const ONCE: Permission[] = ['accounts:read', 'accounts:create']
const TOO_LONG = Array<Permission>(3_500).fill('accounts:read')
const maximumError = (max: number) => ({ status: 422, details: { permissions: [`Deve ter no máximo ${max} itens.`] } })

describe('Lists of permissions', () => {
  let service: TestService
  let internal: InternalClient
  let manager: TestPortalUser
  let team: ReturnType<BrowserClient['page']>['team']
  beforeAll(async () => {
    service = await sharedService()
    internal = internalClient(service)
    manager = await addPortalUser(service)
    team = (await BrowserClient.signedIn(service, manager)).page().team
  })

  const person = () => ({ email: `${Math.random().toString(36).slice(2)}@revenda.example`, name: 'Bia' })
  const storedPermissions = async (id: string) =>
    (await service.database.prisma.portalUser.findFirstOrThrow({ where: { id } })).permissions

  it('store a repeated permission once, also in the audit trail', async () => {
    const { id } = await addColleague(service, manager)
    await internal.portalUsers.setPermissions.mutate({ id, permissions: REPEATED })
    expect(await storedPermissions(id)).toEqual(ONCE)
    const { items } = await internal.audit.list.query({ recordId: id })
    expect(items[0]).toMatchObject({ changes: { permissions: { to: ONCE.join() } } })
    await team.setPermissions.mutate({ id, permissions: ['accounts:read', 'accounts:read'] })
    expect(await storedPermissions(id)).toEqual(['accounts:read'])

    const { partnerId } = manager
    const invited = await internal.portalUsers.invite.mutate({ partnerId, ...person(), permissions: REPEATED })
    expect(await storedPermissions(invited.id)).toEqual(ONCE)
    const colleague = await team.invite.mutate({ ...person(), permissions: REPEATED })
    expect(await storedPermissions(colleague.id)).toEqual(ONCE)
    const integration = await team.createIntegration.mutate({ name: 'ERP', permissions: REPEATED })
    expect(await storedPermissions(integration.id)).toEqual(ONCE)
  })

  it('have a maximum, which is the number of permissions', async () => {
    const { id } = await addColleague(service, manager)
    const { partnerId } = manager
    const all = PERMISSIONS.length
    const permissions = TOO_LONG
    expect(await rejectionOf(internal.portalUsers.setPermissions.mutate({ id, permissions }))).toEqual(
      maximumError(all),
    )
    expect(await rejectionOf(team.setPermissions.mutate({ id, permissions }))).toEqual(maximumError(all))
    const invited = { partnerId, ...person(), permissions }
    expect(await rejectionOf(internal.portalUsers.invite.mutate(invited))).toEqual(maximumError(all))
    expect(await rejectionOf(team.invite.mutate({ ...person(), permissions }))).toEqual(maximumError(all))
    // Integrations cannot have `users:manage`.
    const integration = { name: 'ERP', permissions: permissions as never }
    expect(await rejectionOf(team.createIntegration.mutate(integration))).toEqual(maximumError(all - 1))
  })

  it('report only that they are too long, not each invalid item', async () => {
    const { id } = await addColleague(service, manager)
    const permissions = Array<string>(3_500).fill('none') as Permission[]
    expect(await rejectionOf(team.setPermissions.mutate({ id, permissions }))).toEqual(maximumError(PERMISSIONS.length))
  })
})
