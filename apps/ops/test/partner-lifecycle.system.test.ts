import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPartner, request, type SignedIn, signedInUser, signIn } from './portal.ts'
import { eventually, type RunningService, startService } from './running-service.ts'

const NEVER_ISSUED = '0'.repeat(24)

describe('pnpm ops on partners and portal users', () => {
  let service: RunningService
  let coupon: string
  let partner: string
  let user: SignedIn
  const statusFor = async ({ token }: SignedIn) => (await request(service, '/partner-accounts', token)).status

  beforeAll(async () => {
    service = await startService()
    ;({ coupon, partner, user } = await openPartner(service))
  })
  afterAll(async () => {
    for (const secret of [user.activationToken, user.password.trim(), user.token]) {
      expect(service.printed()).not.toContain(secret)
    }
    await service.stop()
  })

  it('partner list and coupon list contain the partner and its coupon', async () => {
    const partners = await service.opsJson('partner', 'list')
    const coupons = await service.opsJson('coupon', 'list')

    expect(partners).toContainEqual({
      id: partner,
      name: 'Revenda Órion',
      status: 'active',
      coupon,
      accounts: 0,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(coupons).toContainEqual(expect.objectContaining({ code: coupon, percent_off: 20 }))
  })

  it('partner set-coupon sets and removes the coupon of a partner', async () => {
    const { id } = await service.opsJson('partner', 'create', '--name', 'Outra')

    expect(await service.opsJson('partner', 'set-coupon', id, '--coupon', coupon)).toMatchObject({ id, coupon })
    expect(await service.opsJson('partner', 'set-coupon', id, '--none')).toMatchObject({ id, coupon: null })
  })

  it('portal-user activate rejects an activation link that has already been used', async () => {
    const again = ['portal-user', 'activate', '--token', user.activationToken, '--password', 'another password']

    expect(await service.ops(again)).toEqual({
      exitCode: 1,
      output: '',
      errors: 'error: This activation link has already been used.\n',
    })
  })

  it('portal-user permissions and disable take effect on the REST interface', async () => {
    const withoutPermissions = await signedInUser(service, partner, '--permissions', '')
    expect(await statusFor(withoutPermissions)).toBe(403)

    const reader = await signedInUser(service, partner, '--permissions', '')
    const permit = ['portal-user', 'permissions', reader.id, '--set', 'accounts:read']
    expect(await service.opsJson(...permit)).toMatchObject({ id: reader.id, permissions: ['accounts:read'] })
    expect(await statusFor(reader)).toBe(200)

    const disabled = await service.opsJson('portal-user', 'disable', reader.id)
    expect(disabled).toMatchObject({ id: reader.id, status: 'disabled' })
    expect((await signIn(service, reader)).status).toBe(401)
  })

  it("partner suspend rejects the partner's users, and resume admits them again", async () => {
    const { id } = await service.opsJson('partner', 'create', '--name', 'Suspensa')
    const [first, second] = [await signedInUser(service, id), await signedInUser(service, id)]
    expect(await statusFor(first)).toBe(200)

    expect(await service.opsJson('partner', 'suspend', id)).toMatchObject({ id, status: 'suspended' })
    await eventually(async () => ((await statusFor(first)) === 403 ? true : undefined), 'a 403 response')

    expect(await service.opsJson('partner', 'resume', id)).toMatchObject({ id, status: 'active' })
    expect(await statusFor(second)).toBe(200)
  })

  it.each([
    ['an unknown account', ['account', 'show', NEVER_ISSUED], /^error: .*account/],
    ['an unknown partner', ['partner', 'suspend', NEVER_ISSUED], /^error: No partner has this id\.\n$/],
    ['an unknown mail', ['mail', 'retry', NEVER_ISSUED], /^error: No failed mail has this id\.\n$/],
    ['an id in the wrong format', ['partner', 'suspend', 'x'], /^error: Invalid fields\.\n {2}id: Must have 24 hexa/],
    [
      'an activation token that was never issued',
      ['portal-user', 'activate', '--token', 'pau_x', '--password', 'long enough to do'],
    ],
    ['a weak password', ['portal-user', 'activate', '--token', 'pau_x', '--password', 'short'], /\n {2}password: Must/],
    [
      'all invalid fields',
      ['coupon', 'create', '--code', 'A 1', '--percent-off', '101'],
      /^error: Invalid fields\.\n {2}code: .+\n {2}percent_off: Must be between 1 and 100\.\n$/,
    ],
  ])('reports %s in English, with exit code 1', async (_, args, message = /^error: .+\n$/) => {
    const { exitCode, output, errors } = await service.ops([...args, '--json'])

    expect([exitCode, output]).toEqual([1, ''])
    expect(errors).toMatch(message)
  })

  it('partner list fails with an unknown key or a partner token, and names INTERNAL_API_KEY', async () => {
    for (const key of ['wrong-key-that-is-long-enough-to-be-one', user.token]) {
      const { exitCode, errors } = await service.ops(['partner', 'list'], { INTERNAL_API_KEY: key })
      expect(exitCode).toBe(1)
      expect(errors).toMatch(/^error: the service at http:\S+ rejected the key: set INTERNAL_API_KEY.+\n$/)
    }
  })

  it('partner create without a name exits with 2 and names the missing option', async () => {
    const { exitCode, output, errors } = await service.ops(['partner', 'create'])

    expect([exitCode, output]).toEqual([2, ''])
    expect(errors).toMatch(/--name <NAME>/)
  })
})
