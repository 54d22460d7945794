import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, openPartner, request, type SignedIn } from './portal.ts'
import { eventually, type RunningService, startService } from './running-service.ts'

describe('pnpm ops on accounts and subscriptions', () => {
  let service: RunningService
  let coupon: string
  let partner: string
  let user: SignedIn
  const secrets: string[] = []

  const newAccount = async () => {
    const account = await createAccount(service, user)
    secrets.push(account.api_token, account.secret)
    return account
  }
  const detailOf = async (id: string) => (await request(service, `/partner-accounts/${id}`, user.token)).body

  beforeAll(async () => {
    service = await startService()
    ;({ coupon, partner, user } = await openPartner(service))
  })
  afterAll(async () => {
    for (const secret of secrets) expect(service.printed()).not.toContain(secret)
    await service.stop()
  })

  it('account show returns every part of an account except its token and secret', async () => {
    const account = await newAccount()

    expect(await service.opsJson('account', 'show', account._id)).toMatchObject({
      id: account._id,
      partner_id: partner,
      api_token_status: 'active',
      subscription: { status: 'pending', employees: 12, face_ids: 0, coupon, percent_off: 20 },
      administrator: { full_name: 'Maria da Silva', email: account.administrator, mobile_phone: '11987654321' },
      employer: { name: 'Padaria Estrela Ltda', cnpj: '12ABC34501DE35', cpf: null },
      unit: { name: expect.any(String), address: { cep: '01310100' } },
      work_schedule: { name: expect.any(String) },
    })
    const { exitCode, output } = await service.ops(['account', 'show', account._id])
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^subscription\.status +pending$/m)
  })

  it('subscription activate, run twice, mails the administrator once', async () => {
    const { _id: id, administrator } = await newAccount()
    const activate = ['subscription', 'activate', '--account', id]

    expect(await service.opsJson(...activate)).toMatchObject({ status: 'active', employees: 12 })
    await service.mailsTo(administrator, 2)
    expect(await service.opsJson(...activate)).toMatchObject({ status: 'active', employees: 12 })
    const sent = await eventually(async () => {
      const mails = (await service.opsJson('mail', 'list')) as { recipient: string; status: string; kind: string }[]
      const toAdministrator = mails.filter(({ recipient }) => recipient === administrator)
      return toAdministrator.every(({ status }) => status === 'sent') ? toAdministrator : undefined
    }, 'all mails sent')

    expect(sent.map(({ kind }) => kind).sort()).toEqual(['administrator-activation', 'administrator-welcome'])
    expect(await service.mailsTo(administrator, 2)).toHaveLength(2)
    expect(await service.opsJson('mail', 'list', '--failed')).toEqual([])
  })

  it('subscription change updates the contracted numbers, and cancel is final', async () => {
    const { _id: id } = await newAccount()
    const subscription = (verb: string, ...more: string[]) => ['subscription', verb, '--account', id, ...more]

    await service.opsJson(...subscription('activate'))
    const change = subscription('change', '--employees', '30', '--face-ids', '7')
    expect(await service.opsJson(...change)).toMatchObject({ employees: 30, face_ids: 7 })
    expect(await detailOf(id)).toMatchObject({
      subscription_employees: 30,
      subscription_face_ids: 7,
    })

    expect(await service.opsJson(...subscription('cancel'))).toMatchObject({ status: 'canceled' })
    const { exitCode, output, errors } = await service.ops(subscription('activate'))
    expect([exitCode, output]).toEqual([1, ''])
    expect(errors).toBe('error: The subscription is canceled and can no longer be changed.\n')
  })

  it('account usage updates active_employees', async () => {
    const { _id: id } = await newAccount()

    await service.opsJson('account', 'usage', id, '--active-employees', '9')
    expect(await detailOf(id)).toMatchObject({ active_employees: 9 })
  })

  it('account reissue-token prints a new token and secret exactly once', async () => {
    const { _id: id, ...old } = await newAccount()
    await service.opsJson('account', 'revoke-token', id)
    expect(await service.opsJson('account', 'show', id)).toMatchObject({ api_token_status: 'revoked' })

    const { output, errors } = await service.ops(['account', 'reissue-token', id, '--json'])
    const reissued = JSON.parse(output)
    expect(reissued).toEqual({ id, api_token: expect.any(String), secret: expect.any(String) })
    expect(errors).toMatch(/shown only once/)
    expect([reissued.api_token, reissued.secret]).not.toEqual([old.api_token, old.secret])
    await service.opsJson('account', 'show', id)
    expect(service.printed().split(reissued.secret)).toHaveLength(2)
    expect(service.printed().split(reissued.api_token)).toHaveLength(2)
  })

  it('audit list returns the changes of an account and of a partner with their actors', async () => {
    const { _id: id } = await newAccount()
    await service.opsJson('account', 'revoke-token', id)
    const ofAccount = (await service.opsJson('audit', 'list', '--account', id)) as { action: string; actor: string }[]
    const ofPartner = (await service.opsJson('audit', 'list', '--partner', partner)) as { action: string }[]

    expect(ofAccount.map(({ action, actor }) => [action, actor])).toEqual([
      ['account.token-revoked', 'internal:internal'],
      ['account.created', `portal-user:${user.id}`],
    ])
    expect(ofPartner.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['partner.created', 'portal-user.invited', 'portal-user.activated', 'account.created']),
    )
  })
})
