import { createOpenApiDocument } from '@partner-accounts/api/openapi'
import { DOCUMENT_SETTINGS, responseSchema, schemaValidator } from '@partner-accounts/api/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, signedInPartner, startTestService, type TestService } from '../harness.ts'
import { sendRaw } from '../raw-http.ts'
import { type GeneratedRequest, requestsOf } from './request-arbitraries.ts'

const CONCURRENCY = 20
const RUNS = 100
const RESPONSE_TIMEOUT_MS = 15_000
/** Random by default. Set SEED to replay the requests of a failed run. */
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

const document = createOpenApiDocument({ ...DOCUMENT_SETTINGS, publicUrl: 'http://localhost:3000' })
const problemsOf = schemaValidator(document)

describe(`${CONCURRENCY * RUNS} generated requests (SEED=${SEED})`, () => {
  let service: TestService
  /** Method, path and status of each response. */
  const seen = new Set<string>()
  beforeAll(async () => {
    service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' })
  })
  afterAll(() => service.stop())

  async function problemsIn({ operation: { method, path }, ...request }: GeneratedRequest): Promise<string[]> {
    const started = performance.now()
    const { status, body, headers } = await sendRaw(service, request)
    const elapsed = performance.now() - started
    const name = `${method.toUpperCase()} ${path} ${status}`
    seen.add(name)

    const schema = responseSchema(document, method, path, status)
    const problems = schema === undefined ? ['is not in the document'] : [...problemsOf(schema, body)]
    const { _error: error } = body as { _error?: { code: number } }
    if (status >= 500) problems.push('fails')
    if (status !== 200 && error?.code !== status) problems.push('has no envelope')
    if (headers.get('content-type') !== 'application/json; charset=utf-8') problems.push('is not JSON')
    if (elapsed > RESPONSE_TIMEOUT_MS) problems.push(`took ${elapsed} ms`)
    return problems.map((problem) => `${name} ${problem}`)
  }

  it('get responses that the OpenAPI document allows, and never a 5xx', async () => {
    const partner = await signedInPartner(service)
    const { body: created } = await partner.post('/partner-accounts', accountBody())
    const { email, password } = partner.user
    const known = {
      credentials: { email, password },
      token: partner.token,
      accountId: created._id,
      secret: created.secret,
    }
    const batches = fc.array(requestsOf(document, known), { minLength: CONCURRENCY, maxLength: CONCURRENCY })
    const property = fc.asyncProperty(batches, async (requests) => {
      expect((await Promise.all(requests.map(problemsIn))).flat()).toEqual([])
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true })

    // Verifies the generator: every operation succeeded at least once, and returned each of its possible errors.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'POST /tokens 200',
        'POST /tokens 401',
        'POST /tokens 422',
        'GET /partner-accounts 200',
        'GET /partner-accounts 401',
        'POST /partner-accounts 200',
        'POST /partner-accounts 401',
        'POST /partner-accounts 422',
        ...[200, 401, 404, 422].map((status) => `GET /partner-accounts/{account_id} ${status}`),
      ]),
    )
    expect(service.logged()).toBe('')
  }, 180_000)
})
