import { employerValues, sampleWorkSchedule } from '@partner-accounts/core'
import { sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PartnerClient, sharedService, signedInPartner, type TestService } from '../harness.ts'
import {
  ACCOUNT_NOT_FOUND,
  addAccount,
  type CreatedAccount,
  type InternalClient,
  internalClient,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'

describe('Internal account procedures', () => {
  let service: TestService
  let internal: InternalClient['accounts']
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    internal = internalClient(service).accounts
    partner = await signedInPartner(service)
  })

  const detail = async (id: string, secret: string) =>
    (await partner.get(`/partner-accounts/${id}`, { 'x-secret': secret })).body
  const authenticate = (apiToken: string) => internal.authenticateApiToken.mutate({ apiToken })
  const ownerOf = ({ id }: CreatedAccount) => ({ id, partnerId: partner.user.partnerId, mode: 'live' })

  it('accounts.get returns the complete account without token or secret', async () => {
    const { id, email } = await addAccount(partner)
    const { employer, address } = sampleCreateAccountRequest()
    expect(await internal.get.query({ id: id.toUpperCase() })).toEqual({
      id,
      partnerId: partner.user.partnerId,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/),
      activeEmployees: 0,
      apiTokenStatus: 'active',
      subscription: {
        id: expect.any(String),
        status: 'pending',
        employees: 12,
        faceIds: 0,
        coupon: null,
        percentOff: null,
      },
      administrator: { fullName: 'Maria da Silva', email, mobilePhone: '11987654321' },
      administratorStatus: 'not-invited',
      employer: employerValues(employer),
      unit: { name: employer.tradeName, address },
      workSchedule: sampleWorkSchedule(),
      erasedAt: null,
    })
  })

  it('accounts.revokeToken makes api_token null for readers with the secret, and keeps it absent for others', async () => {
    const account = await addAccount(partner)
    const other = await addAccount(partner)
    const { id, apiToken, secret } = account
    expect(await authenticate(apiToken)).toEqual(ownerOf(account))
    expect(await internal.revokeToken.mutate({ id })).toEqual({ id, apiTokenStatus: 'revoked' })
    expect(await detail(id, secret)).toMatchObject({ _id: id, api_token: null })
    for (const wrong of [other.secret, 'x']) expect(await detail(id, wrong)).not.toHaveProperty('api_token')
    expect(await authenticate(apiToken)).toBeNull()
    expect((await internal.get.query({ id })).apiTokenStatus).toBe('revoked')
    expect(await internal.revokeToken.mutate({ id })).toEqual({ id, apiTokenStatus: 'revoked' })
    // The tokens of other accounts remain valid.
    expect(await authenticate(other.apiToken)).toEqual(ownerOf(other))
    expect(await detail(other.id, other.secret)).toMatchObject({ api_token: other.apiToken })
  })

  it.each([false, true])('accounts.reissueToken replaces token and secret; revoked before: %j', async (revoked) => {
    const account = await addAccount(partner)
    const { id, apiToken, secret } = account
    if (revoked) await internal.revokeToken.mutate({ id })
    const reissued = await internal.reissueToken.mutate({ id })
    expect(reissued).toEqual({
      id,
      apiToken: expect.stringMatching(/^pat_[\w-]{43}$/),
      secret: expect.stringMatching(/^pas_[\w-]{43}$/),
    })
    expect([reissued.apiToken, reissued.secret]).not.toEqual([apiToken, secret])
    expect(await authenticate(apiToken)).toBeNull()
    expect(await authenticate(reissued.apiToken)).toEqual(ownerOf(account))
    expect(await detail(id, secret)).not.toHaveProperty('api_token')
    expect(await detail(id, reissued.secret)).toMatchObject({ _id: id, api_token: reissued.apiToken })
    expect((await internal.get.query({ id })).apiTokenStatus).toBe('active')
  })

  it('accounts.reportUsage sets active_employees in REST responses and rejects invalid numbers', async () => {
    const { id } = await addAccount(partner)
    expect(await internal.reportUsage.mutate({ id, activeEmployees: 7 })).toEqual({ id, activeEmployees: 7 })
    expect((await partner.get(`/partner-accounts/${id}`)).body.active_employees).toBe(7)
    for (const [activeEmployees, message] of [
      [-1, 'Não pode ser negativo.'],
      [1.5, 'Deve ser um número inteiro.'],
      [2 ** 31, 'O valor é muito alto.'],
    ] as const) {
      expect(await rejectionOf(internal.reportUsage.mutate({ id, activeEmployees }))).toEqual({
        status: 422,
        details: { activeEmployees: [message] },
      })
    }
    expect((await internal.get.query({ id })).activeEmployees).toBe(7)
  })

  it('accounts.authenticateApiToken returns the account for its api_token, and null for any other text', async () => {
    const account = await addAccount(partner)
    const { id, apiToken, secret } = account
    expect(await authenticate(apiToken)).toEqual(ownerOf(account))
    const others = [
      secret,
      id,
      apiToken.toUpperCase(),
      `${apiToken}x`,
      apiToken.slice(0, -1),
      ` ${apiToken}`,
      'null',
      '%',
    ]
    for (const text of [...others, `pat_${'A'.repeat(43)}`, 'x'.repeat(128), 'ÿ🔑']) {
      expect([text, await authenticate(text)]).toEqual([text, null])
    }
    expect(await rejectionOf(authenticate('x'.repeat(129)))).toMatchObject({
      status: 422,
      details: { apiToken: [expect.any(String)] },
    })
    expect(await rejectionOf(authenticate(''))).toEqual({
      status: 422,
      details: { apiToken: ['Não pode estar em branco.'] },
    })
  })

  it('accounts.authenticateApiToken accepts the token of a test account only if asked to', async () => {
    const test = await signedInPartner(service, { testOf: partner.user.partnerId })
    const { id, apiToken } = await addAccount(test)
    expect(await authenticate(apiToken)).toBeNull()
    const owner = { id, partnerId: test.user.partnerId, mode: 'test' }
    expect(await internal.authenticateApiToken.mutate({ apiToken, includeTest: true })).toEqual(owner)
    const live = await addAccount(partner)
    const accepted = await internal.authenticateApiToken.mutate({ apiToken: live.apiToken, includeTest: true })
    expect(accepted).toEqual(ownerOf(live))
  })

  it('every account procedure returns 404 for an unknown id', async () => {
    const id = UNKNOWN_ID
    expect(await rejectionOf(internal.get.query({ id }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(internal.revokeToken.mutate({ id }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(internal.reissueToken.mutate({ id }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(internal.reportUsage.mutate({ id, activeEmployees: 1 }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(internal.get.query({ id: '529.982.247-25' }))).toEqual({
      status: 422,
      details: expect.stringContaining('24 hexadecimal'),
    })
  })
})
