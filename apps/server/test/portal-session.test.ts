import { beforeAll, describe, expect, it } from 'vitest'
import { addPortalUser, signIn, sharedService, type TestPortalUser, type TestService } from './harness.ts'
import { INTERNAL_KEY, internalClient, nativeClient, rejectionOf, UNAUTHENTICATED } from './internal/internal-client.ts'

describe('sessions.getCurrent', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })
  const sessionOf = async (user: TestPortalUser) =>
    nativeClient(service, `Bearer ${await signIn(service, user)}`).sessions.getCurrent.query()

  it('returns the portal user with permissions and partner', async () => {
    const user = await addPortalUser(service, { permissions: ['accounts:read'] })
    expect(await sessionOf(user)).toEqual({
      id: user.id,
      email: user.email,
      name: 'Ana',
      permissions: ['accounts:read'],
      partner: { id: user.partnerId, name: 'Revenda', status: 'active', mode: 'live' },
      isOpenedFromLive: false,
      lookups: { address: false, company: false },
      secondFactor: { isActive: false, isRequired: false },
    })
  })

  it('succeeds without permissions and while the partner is suspended', async () => {
    const user = await addPortalUser(service, { permissions: [] })
    await internalClient(service).partners.suspend.mutate({ id: user.partnerId })
    expect(await sessionOf(user)).toMatchObject({ permissions: [], partner: { status: 'suspended' } })
  })

  it('rejects a disabled user with 401', async () => {
    const user = await addPortalUser(service)
    const token = await signIn(service, user)
    await internalClient(service).portalUsers.disable.mutate({ id: user.id })
    const session = nativeClient(service, `Bearer ${token}`).sessions.getCurrent.query()
    expect(await rejectionOf(session)).toEqual(UNAUTHENTICATED)
  })

  it('rejects calls without a token and internal applications with 401', async () => {
    for (const authorization of [undefined, `Bearer ${INTERNAL_KEY}`]) {
      expect(await rejectionOf(nativeClient(service, authorization).sessions.getCurrent.query())).toEqual(
        UNAUTHENTICATED,
      )
    }
  })

  it("counts for the partner's rate limit and is not in the REST interface", async () => {
    const user = await addPortalUser(service)
    const authorization = `Bearer ${await signIn(service, user)}`
    const send = () => fetch(`${service.origin}/trpc/sessions.getCurrent`, { headers: { authorization } })
    const remaining = async () => Number(/r=(\d+)/.exec((await send()).headers.get('ratelimit') ?? '')?.[1])
    expect((await remaining()) - (await remaining())).toBe(1)
    expect((await fetch(`${service.baseUrl}/sessions`, { headers: { authorization } })).status).toBe(404)
  })
})
