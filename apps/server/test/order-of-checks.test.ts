import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { invalidFields, outcome, ERRORS } from './expected-errors.ts'
import {
  accountBody,
  listenOn,
  type PartnerClient,
  request,
  sharedService,
  signedInPartner,
  type TestService,
} from './harness.ts'

const BAD_JSON = '{'
const TOO_LARGE = `"${'x'.repeat(70_000)}"`
const BAD_FIELDS = '{}'
const BODIES = [BAD_JSON, TOO_LARGE, BAD_FIELDS]
const BAD_IDENTIFIER = '/partner-accounts/not-an-identifier'
const UNKNOWN_ACCOUNT = '/partner-accounts/65f04c1e9b2d3a7f80c1e5a2'

describe('For a request with several errors', () => {
  let service: TestService
  let partner: PartnerClient
  let unprivileged: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    unprivileged = await signedInPartner(service, { permissions: [] })
  })

  /** Starts an instance that admits one request a minute. */
  const startLimitedToOne = async () => {
    const limited = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '1' })
    onTestFinished(() => limited.stop())
    return limited
  }

  it('429 precedes 401 and invalid credentials', async () => {
    const limited = await startLimitedToOne()
    await request(limited, 'GET', '/partner-accounts')
    for (const path of ['/partner-accounts', '/tokens']) {
      for (const body of BODIES) {
        expect(outcome(await request(limited, 'POST', path, body))).toEqual(ERRORS.rateLimited)
      }
    }
    expect(outcome(await request(limited, 'GET', BAD_IDENTIFIER))).toEqual(ERRORS.rateLimited)
    expect(outcome(await request(limited, 'DELETE', '/nowhere'))).toEqual(ERRORS.rateLimited)
  })

  it('429 precedes 403', async () => {
    const limited = await startLimitedToOne()
    const authorization = { authorization: `Bearer ${unprivileged.token}` }
    await request(limited, 'GET', '/partner-accounts', undefined, authorization)
    const response = await request(limited, 'POST', '/partner-accounts', BAD_JSON, authorization)
    expect(outcome(response)).toEqual(ERRORS.rateLimited)
  })

  it('401 precedes every error in body or identifier', async () => {
    for (const body of BODIES) {
      expect(outcome(await request(service, 'POST', '/partner-accounts', body))).toEqual(ERRORS.unauthenticated)
    }
    for (const path of [BAD_IDENTIFIER, UNKNOWN_ACCOUNT, '/partner-accounts/%ZZ']) {
      expect(outcome(await request(service, 'GET', path))).toEqual(ERRORS.unauthenticated)
    }
  })

  it('403 precedes every error in body or identifier', async () => {
    for (const body of BODIES) {
      expect(outcome(await unprivileged.post('/partner-accounts', body))).toEqual(ERRORS.forbidden)
    }
    for (const path of [BAD_IDENTIFIER, UNKNOWN_ACCOUNT, '/partner-accounts/%ZZ']) {
      expect(outcome(await unprivileged.get(path))).toEqual(ERRORS.forbidden)
    }
  })

  it('code 1405 precedes field errors: fields of an incomplete body are not validated', async () => {
    expect(outcome(await partner.post('/partner-accounts', '{"full_name":1'))).toEqual(ERRORS.invalidJson)
  })

  it('field errors precede code 88', async () => {
    const { email } = accountBody()
    expect((await partner.post('/partner-accounts', { ...accountBody(), email })).status).toBe(200)
    const response = await partner.post('/partner-accounts', { ...accountBody(), email, full_name: '' })
    expect(outcome(response)).toEqual(invalidFields({ full_name: ['Não pode estar em branco.'] }))
  })

  it('code 113 precedes 404', async () => {
    expect(outcome(await partner.get(BAD_IDENTIFIER))).toEqual(ERRORS.invalidIdentifier)
    expect(outcome(await partner.get(UNKNOWN_ACCOUNT))).toEqual(ERRORS.accountNotFound)
  })
})
