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
  let accounts: InternalClient['accounts']
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    accounts = internalClient(service).accounts
    partner = await signedInPartner(service)
  })

  const getDetails = async (id: string, secret: string) =>
    (await partner.get(`/partner-accounts/${id}`, { 'x-secret': secret })).body
  const authenticate = (apiToken: string) => accounts.authenticateApiToken.mutate({ apiToken })
  const ownerOf = ({ id }: CreatedAccount) => ({ id, partnerId: partner.user.partnerId, mode: 'live' })

  it('accounts.get returns the complete account, without token or secret, for its id in any case', async () => {
    const { id, email } = await addAccount(partner)
    const { employer, address } = sampleCreateAccountRequest()
    expect(await accounts.get.query({ id: id.toUpperCase() })).toEqual({
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

  it('accounts.revokeToken makes api_token null for the right secret, and leaves the field out for a wrong secret', async () => {
    const account = await addAccount(partner)
    const other = await addAccount(partner)
    const { id, apiToken, secret } = account
    expect(await authenticate(apiToken)).toEqual(ownerOf(account))
    expect(await accounts.revokeToken.mutate({ id })).toEqual({ id, apiTokenStatus: 'revoked' })
    expect(await getDetails(id, secret)).toMatchObject({ _id: id, api_token: null })
    for (const wrongSecret of [other.secret, 'x'])
      expect(await getDetails(id, wrongSecret)).not.toHaveProperty('api_token')
    expect(await authenticate(apiToken)).toBeNull()
    expect((await accounts.get.query({ id })).apiTokenStatus).toBe('revoked')
    expect(await accounts.revokeToken.mutate({ id })).toEqual({ id, apiTokenStatus: 'revoked' })
    // The tokens of other accounts remain valid.
    expect(await authenticate(other.apiToken)).toEqual(ownerOf(other))
    expect(await getDetails(other.id, other.secret)).toMatchObject({ api_token: other.apiToken })
  })

  it.each([
    ['an active', false],
    ['a revoked', true],
  ])('accounts.reissueToken replaces %s token and the secret', async (_state, isRevoked) => {
    const account = await addAccount(partner)
    const { id, apiToken, secret } = account
    if (isRevoked) await accounts.revokeToken.mutate({ id })
    const reissued = await accounts.reissueToken.mutate({ id })
    expect(reissued).toEqual({
      id,
      apiToken: expect.stringMatching(/^pat_[\w-]{43}$/),
      secret: expect.stringMatching(/^pas_[\w-]{43}$/),
    })
    expect(reissued.apiToken).not.toBe(apiToken)
    expect(reissued.secret).not.toBe(secret)
    expect(await authenticate(apiToken)).toBeNull()
    expect(await authenticate(reissued.apiToken)).toEqual(ownerOf(account))
    expect(await getDetails(id, secret)).not.toHaveProperty('api_token')
    expect(await getDetails(id, reissued.secret)).toMatchObject({ _id: id, api_token: reissued.apiToken })
    expect((await accounts.get.query({ id })).apiTokenStatus).toBe('active')
  })

  it('accounts.reportUsage sets active_employees in REST responses and rejects invalid numbers', async () => {
    const { id } = await addAccount(partner)
    expect(await accounts.reportUsage.mutate({ id, activeEmployees: 7 })).toEqual({ id, activeEmployees: 7 })
    expect((await partner.get(`/partner-accounts/${id}`)).body.active_employees).toBe(7)
    for (const [activeEmployees, message] of [
      [-1, 'Não pode ser negativo.'],
      [1.5, 'Deve ser um número inteiro.'],
      [2 ** 31, 'O valor é muito alto.'],
    ] as const) {
      expect(await rejectionOf(accounts.reportUsage.mutate({ id, activeEmployees }))).toEqual({
        status: 422,
        details: { activeEmployees: [message] },
      })
    }
    expect((await accounts.get.query({ id })).activeEmployees).toBe(7)
  })

  it('accounts.authenticateApiToken returns the account of an api_token, null for other texts, and 422 for empty or long texts', async () => {
    const account = await addAccount(partner)
    const { id, apiToken, secret } = account
    expect(await authenticate(apiToken)).toEqual(ownerOf(account))
    const otherTexts = [
      secret,
      id,
      apiToken.toUpperCase(),
      `${apiToken}x`,
      apiToken.slice(0, -1),
      ` ${apiToken}`,
      'null',
      '%',
      `pat_${'A'.repeat(43)}`,
      'x'.repeat(128),
      'ÿ🔑',
    ]
    for (const text of otherTexts) {
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

  it('accounts.authenticateApiToken accepts the token of a test account only with includeTest', async () => {
    const testPartner = await signedInPartner(service, { testOf: partner.user.partnerId })
    const { id, apiToken } = await addAccount(testPartner)
    expect(await authenticate(apiToken)).toBeNull()
    const owner = { id, partnerId: testPartner.user.partnerId, mode: 'test' }
    expect(await accounts.authenticateApiToken.mutate({ apiToken, includeTest: true })).toEqual(owner)
    const live = await addAccount(partner)
    const accepted = await accounts.authenticateApiToken.mutate({ apiToken: live.apiToken, includeTest: true })
    expect(accepted).toEqual(ownerOf(live))
  })

  it('accounts.get, revokeToken, reissueToken and reportUsage return 404 for an unknown id, and get 422 for a CPF with punctuation', async () => {
    const id = UNKNOWN_ID
    expect(await rejectionOf(accounts.get.query({ id }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(accounts.revokeToken.mutate({ id }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(accounts.reissueToken.mutate({ id }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(accounts.reportUsage.mutate({ id, activeEmployees: 1 }))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(accounts.get.query({ id: '529.982.247-25' }))).toEqual({
      status: 422,
      details: expect.stringContaining('24 hexadecimal'),
    })
  })
})
