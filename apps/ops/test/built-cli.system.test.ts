import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, openPartner, request, type SignedIn, createSignedInUser, signIn } from './portal.ts'
import { type RunningService, startService } from './running-service.ts'

const isTerminalMissing = spawnSync('script', ['--version']).error !== undefined

const NEVER_ISSUED = '0'.repeat(24)

// What the commands do is tested in `core`, and their inputs in `command-line.test.ts`.
describe('The built CLI against the built service', () => {
  let service: RunningService
  let partner: string
  let user: SignedIn
  const secrets: string[] = []
  beforeAll(async () => {
    service = await startService()
    const opened = await openPartner(service)
    partner = opened.partner
    user = opened.user
  })
  // No command of any test may have printed these secrets.
  afterAll(async () => {
    // JSON would escape the quotes in the rest of the password.
    const beginningOfPassword = user.password.split(' ')[0]!
    for (const secret of [user.activationToken, beginningOfPassword, user.token, ...secrets]) {
      expect(service.cliOutput()).not.toContain(secret)
    }
    await service.stop()
  })

  it('account show prints an account without its token and secret, as JSON and for people', async () => {
    const account = await createAccount(service, user)
    // `afterAll` searches the output for them.
    secrets.push(account.api_token, account.secret)
    expect(await service.opsJson('account', 'show', account._id)).toMatchObject({ id: account._id })
    const { exitCode, output } = await service.ops(['account', 'show', account._id])
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^subscription\.status +pending$/m)
  })

  it('account reissue-token prints a new token and secret exactly once', async () => {
    const { _id: id, ...old } = await createAccount(service, user)
    const { output, errors } = await service.ops(['account', 'reissue-token', id, '--json'])
    const reissued = JSON.parse(output)
    expect(reissued).toEqual({ id, apiToken: expect.any(String), secret: expect.any(String) })
    expect(errors).toMatch(/shown only once/)
    const { apiToken: token, secret } = reissued
    expect(token).not.toBe(old.api_token)
    expect(secret).not.toBe(old.secret)
    await service.opsJson('account', 'show', id)
    // The output of all commands so far includes that of `account show`.
    const countPrinted = (text: string) => service.cliOutput().split(text).length - 1
    expect([countPrinted(secret), countPrinted(token)]).toEqual([1, 1])
  })

  describe.skipIf(isTerminalMissing)(
    `On a terminal${isTerminalMissing ? ' (util-linux is not installed)' : ''}`,
    () => {
      it('subscription cancel asks first, and cancels after y only', async () => {
        const { _id: id } = await createAccount(service, user)
        const cancel = ['subscription', 'cancel', '--account', id, '--reason', 'closed']
        const status = async () => (await service.opsJson('account', 'show', id)).subscription.status
        const declined = await service.opsOnTerminal(cancel, 'Continue? [y/N]', 'n')
        expect(declined.shown).toContain(`permanently: ${id}, closed. Continue? [y/N]`)
        expect([declined.exitCode, await status()]).toEqual([1, 'pending'])

        const confirmed = await service.opsOnTerminal(cancel, 'Continue? [y/N]', 'y')
        expect([confirmed.exitCode, await status()]).toEqual([0, 'canceled'])
      })

      it('portal-user activate does not show the typed password', async () => {
        const activate = ['portal-user', 'activate', '--token', 'pau_x']
        const { exitCode, shown } = await service.opsOnTerminal(activate, 'password: ', 'hunter2')
        expect([exitCode, shown]).toEqual([1, expect.stringMatching(/^password: \s+error: /)])
        expect(shown).not.toContain('hunter2')
      })
    },
  )

  it.each([
    ['an unknown partner', ['partner', 'suspend', NEVER_ISSUED], /^error: Partner not found\.\n$/],
    ['an id in the wrong format', ['partner', 'suspend', 'x'], /^error: Invalid fields\.\n {2}id: Must have 24 hexa/],
    ['a weak password', ['portal-user', 'activate', '--token', 'pau_x', '--password', 'short'], /\n {2}password: Must/],
    ['a missing option', ['partner', 'create'], /^error: specify exactly one of --name and --from\n/, 2],
  ])('reports %s in English', async (_case, args, message, code = 1) => {
    const { exitCode, output, errors } = await service.ops(args)
    expect([exitCode, output]).toEqual([code, ''])
    expect(errors).toMatch(message)
  })

  it('partner list fails with an unknown key or a partner token, and names INTERNAL_API_KEY', async () => {
    for (const key of ['wrong-key-that-is-long-enough-to-be-one', user.token]) {
      const { exitCode, errors } = await service.ops(['partner', 'list'], { INTERNAL_API_KEY: key })
      expect(exitCode).toBe(1)
      expect(errors).toMatch(/^error: the service at http:\S+ rejected the key: set INTERNAL_API_KEY.+\n$/)
    }
    expect(await service.opsJson('partner', 'list')).toContainEqual(expect.objectContaining({ id: partner }))
  })

  it('portal-user permissions and disable take effect on the REST interface', async () => {
    const other = await createSignedInUser(service, partner, '--permissions', '')
    const list = async () => (await request(service, '/partner-accounts', other.token)).status
    expect(await list()).toBe(403)
    await service.opsJson('portal-user', 'permissions', other.id, '--set', 'accounts:read')
    await expect.poll(list).toBe(200)

    expect(await service.opsJson('portal-user', 'disable', other.id)).toMatchObject({ status: 'disabled' })
    expect((await signIn(service, other)).status).toBe(401)
  })
})
