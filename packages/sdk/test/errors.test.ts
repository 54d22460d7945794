import { PARTNER_ERRORS } from '@partner-accounts/rules'
import { describe, expect, it } from 'vitest'
import { ApiError, ErrorCode, PartnerAccountsError } from '../src/index.ts'
import { accountBody, BASE_URL, brokenConnection, failure, json, newClient, scriptedApi } from './scripted-api.ts'

const api = scriptedApi()
const ADDRESS = `${BASE_URL}/partner-accounts/{account_id}`
const UNEXPECTED_RESPONSE = `from ${ADDRESS}: expected _id, got`

/** Returns the error that `get` throws for a response. */
async function errorOf(respond: () => Response): Promise<ApiError> {
  api.on('GET /partner-accounts/1', respond)
  const error = await newClient({ maxRetries: 0 })
    .accounts.get('1')
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(PartnerAccountsError)
  return error as ApiError
}

describe('an error', () => {
  it('has the code, both messages, the status and the request id of the response', async () => {
    const error = await errorOf(() => failure(404, 56, { 'x-request-id': 'r-7', 'retry-after': '3' }))

    expect(error).toBeInstanceOf(ApiError)
    expect({ ...error }).toEqual({
      name: 'ApiError',
      status: 404,
      code: ErrorCode.ACCOUNT_NOT_FOUND,
      fields: undefined,
      uiMessage: 'Erro 56.',
      requestId: 'r-7',
      retryAfterMs: 3_000,
    })
    expect(error.message).toBe('Error 56.')
  })

  it('has messages for invalid fields, and no code', async () => {
    const message = { 'company_doc.address.cep': ['Deve ter 8 dígitos.'], email: ['Obrigatório.', 'E-mail inválido.'] }
    api.on('POST /partner-accounts', () => json({ _status: 'ERR', _error: { code: 422, message } }, 422))
    const error = (await newClient()
      .accounts.create(accountBody())
      .catch((error: unknown) => error)) as ApiError

    expect(error.fields?.['company_doc.address.cep']).toEqual(['Deve ter 8 dígitos.'])
    expect(error.fields).toEqual(message)
    expect(error.code).toBeUndefined()
    expect(error.message).toBe(
      'Invalid fields: company_doc.address.cep: Deve ter 8 dígitos.; email: Obrigatório.,E-mail inválido.',
    )
  })

  it('has the request id that was sent when the response has none or is missing', async () => {
    const sent = () => api.received('GET').at(-1)!.headers.get('x-request-id')

    expect((await errorOf(() => failure(404, 56))).requestId).toBe(sent())
    const broken = await errorOf(brokenConnection)
    expect(broken).toMatchObject({ name: 'ConnectionError', sent: true, requestId: sent() })
  })

  it.each([
    [
      'HTML of a proxy',
      502,
      '<html><h1>Bad Gateway</h1></html>',
      `HTTP 502 ${UNEXPECTED_RESPONSE} <html><h1>Bad Gateway</h1></html>`,
    ],
    ['a long page', 500, 'x'.repeat(5_000), `HTTP 500 ${UNEXPECTED_RESPONSE} ${'x'.repeat(200)}`],
    ['nothing', 504, '', `HTTP 504 ${UNEXPECTED_RESPONSE} nothing`],
    [
      'success in HTML',
      200,
      '<html>Please sign in</html>',
      `HTTP 200 ${UNEXPECTED_RESPONSE} <html>Please sign in</html>`,
    ],
    ['a list', 200, '[]', `HTTP 200 ${UNEXPECTED_RESPONSE} JSON`],
    ['null', 200, 'null', `HTTP 200 ${UNEXPECTED_RESPONSE} null`],
    ['JSON of a gateway', 403, '{"message":"forbidden by the gateway"}', `HTTP 403 ${UNEXPECTED_RESPONSE} JSON`],
    [
      'JSON that was cut off',
      200,
      '{"_id":"1","api_token":"pat_x","secret":"pas_',
      `HTTP 200 ${UNEXPECTED_RESPONSE} JSON`,
    ],
    ['an empty success', 204, null, `HTTP 204 ${UNEXPECTED_RESPONSE} nothing`],
    ['a redirect', 301, '', `HTTP 301 from ${ADDRESS}, a redirect. Check baseUrl.`],
  ])('explains a response that is %s', async (_name, status, text, message) => {
    const error = await errorOf(() => new Response(text, { status }))

    expect(error).toMatchObject({ name: 'ApiError', status, message })
    expect([error.code, error.fields]).toEqual([undefined, undefined])
  })

  it.each([
    ['_error is missing', { _status: 'ERR' }],
    ['_error is a string', { _status: 'ERR', _error: 'no' }],
    ['the message is a number', { _status: 'ERR', _code: 1, _error: { code: 400, message: 7 } }],
  ])('is an ApiError when %s', async (_name, body) => {
    expect(await errorOf(() => json(body, 400))).toMatchObject({ name: 'ApiError', status: 400 })
  })

  it('keeps a code that this version of the SDK does not know', async () => {
    expect(await errorOf(() => failure(422, 12_345))).toMatchObject({ code: 12_345 })
  })
})

it('ErrorCode has every code that an operation can return', () => {
  // The service returns these before an operation runs. Their code is the HTTP status.
  const ofAnyRequest = [
    'bad-request',
    'route-not-found',
    'method-not-allowed',
    'request-timeout',
    'body-too-large',
    'header-too-large',
  ]
  const named = new Set<number>(Object.values(ErrorCode))
  const missing = Object.entries(PARTNER_ERRORS).filter(
    ([kind, { code }]) => !ofAnyRequest.includes(kind) && !named.has(code),
  )

  expect(missing.map(([kind]) => kind)).toEqual([])
})
