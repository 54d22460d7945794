import { beforeAll, describe, expect, it } from 'vitest'
import { addPortalUser, signIn, sharedService, type TestPortalUser, type TestService } from './harness.ts'
import { INTERNAL_KEY, internalClient, nativeClient, rejectionOf, UNAUTHENTICATED } from './internal/internal-client.ts'

describe('who is signed in', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })
  const sessionOf = async (user: TestPortalUser) =>
    nativeClient(service, `Bearer ${await signIn(service, user)}`).portalUsers.session.query()

  it('is told with their rights and their partner', async () => {
    const user = await addPortalUser(service, { permissions: ['accounts:read'] })
    expect(await sessionOf(user)).toEqual({
      id: user.id,
      email: user.email,
      name: 'Ana',
      permissions: ['accounts:read'],
      partner: { id: user.partnerId, name: 'Revenda', status: 'active' },
    })
  })

  it('is told also while the partner is suspended, and without any right', async () => {
    const user = await addPortalUser(service, { permissions: [] })
    await internalClient(service).partners.suspend.mutate({ id: user.partnerId })
    expect(await sessionOf(user)).toMatchObject({ permissions: [], partner: { status: 'suspended' } })
  })

  it('is rejected with 401 for a disabled user', async () => {
    const user = await addPortalUser(service)
    const token = await signIn(service, user)
    await internalClient(service).portalUsers.disable.mutate({ id: user.id })
    const asked = nativeClient(service, `Bearer ${token}`).portalUsers.session.query()
    expect(await rejectionOf(asked)).toEqual(UNAUTHENTICATED)
  })

  it('is no stranger and no internal application', async () => {
    for (const authorization of [undefined, `Bearer ${INTERNAL_KEY}`]) {
      expect(await rejectionOf(nativeClient(service, authorization).portalUsers.session.query())).toEqual(
        UNAUTHENTICATED,
      )
    }
  })

  it('counts for the partner’s limit, like every call, and is not in the REST interface', async () => {
    const user = await addPortalUser(service)
    const authorization = `Bearer ${await signIn(service, user)}`
    const send = () => fetch(`${service.origin}/trpc/portalUsers.session`, { headers: { authorization } })
    const remaining = async () => Number(/r=(\d+)/.exec((await send()).headers.get('ratelimit') ?? '')?.[1])
    expect((await remaining()) - (await remaining())).toBe(1)
    expect((await fetch(`${service.baseUrl}/portal-users`, { headers: { authorization } })).status).toBe(404)
  })
})
