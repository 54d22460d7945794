import { expect, it } from 'vitest'
import { accountBody, addPortalUser, listenOn, request, sharedService, signedInPartner, TEST_KEYS } from './harness.ts'
import { exchange } from './raw-http.ts'

/** Returns the parsed lines whose `msg` is the message. */
const linesOf = (logged: string, message: string) =>
  logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message)

it('The log has a line for every well-formed request, and no secret, token, password, e-mail or tax ID', async () => {
  const { database } = await sharedService()
  const service = await listenOn(database, { LOG_LEVEL: 'trace' })
  const partner = await signedInPartner(service)
  const { email, password } = partner.user
  const cpf = '98765432100'
  const body = { ...accountBody(), company_doc: { ...accountBody().company_doc, cnpj: undefined, cpf } }
  const created = await partner.post('/partner-accounts', body)
  expect(created.status).toBe(200)
  const { api_token, secret } = created.body as Record<'api_token' | 'secret', string>

  // Requests whose values could be repeated in a log line, especially in an error.
  await partner.get(`/partner-accounts/${cpf}?secret=${secret}`, { 'x-secret': secret })
  await partner.get(`/partner-accounts/${cpf}.${secret}%ZZ`)
  await partner.get(`/nowhere/${cpf}/${secret}`)
  await partner.post('/partner-accounts', body)
  await partner.post('/partner-accounts', `{"email":"${body.email}",`)
  await partner.post('/partner-accounts', { ...body, email: `${body.email} x`, mobile_phone: password })
  await request(service, 'POST', '/tokens', { email, password: `${password}x` })
  await request(service, 'POST', '/tokens', `${email} ${password}`)
  await request(service, 'GET', `/partner-accounts?token=${partner.token}`, undefined, {
    authorization: `Bearer x${partner.token}`,
  })
  await exchange(service, `GET /${secret} HTTP/1.1\r\nAuthorization : Bearer ${partner.token}\r\n\r\n`)
  const input = encodeURIComponent(JSON.stringify({ account_id: cpf }))
  await fetch(`${service.origin}/trpc/accounts.get?input=${input}`, {
    headers: { authorization: `Bearer ${partner.token}`, 'x-secret': secret },
  })
  await service.stop()

  const logged = service.logged()
  const route = '/partners/v1/partner-accounts/:account_id'
  expect(linesOf(logged, 'request')).toContainEqual(expect.objectContaining({ route, status: 200 }))
  // The sign-in and all requests above, except the malformed one.
  expect(linesOf(logged, 'request')).toHaveLength(12)
  const personal = { email, password, cpf, api_token, secret, token: partner.token, administrator: body.email }
  for (const [name, value] of Object.entries(personal)) expect(logged.includes(value), name).toBe(false)
})

it('request lines name the partner, the procedure, and the key of an internal application', async () => {
  const { database } = await sharedService()
  const service = await listenOn(database)
  const partner = await signedInPartner(service)
  const asUser = { authorization: `Bearer ${partner.token}` }
  const asApplication = { authorization: `Bearer ${TEST_KEYS.internalApiKeys[0]!.key}` }
  const call = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(`${service.origin}/trpc/${path}`, { method, headers })
    await response.text()
    return response.headers.get('x-request-id')
  }
  const list = await partner.get('/partner-accounts')
  const single = await call('accounts.list', asUser)
  const batch = await call('accounts.list,webhooks.list?batch=1', asUser)
  const unknown = await call(`accounts.${partner.user.email}`, asUser)
  const internal = await call('internal.partners.list', asApplication)
  const anonymous = await call('accounts.list', {})
  await service.stop()

  const line = (id: string | null) => linesOf(service.logged(), 'request').find(({ reqId }) => reqId === id)
  const { partnerId } = partner.user
  const route = '/partners/v1/partner-accounts'
  const procedure = 'accounts.list'
  expect(line(list.headers.get('x-request-id'))).toMatchObject({ route, procedure, partnerId })
  expect(line(single)).toMatchObject({ route: '/trpc/accounts.list', procedure, partnerId })
  expect(line(batch)).toMatchObject({ route: '/trpc/batch', procedure: 'accounts.list,webhooks.list', partnerId })
  expect(line(unknown)).toMatchObject({ route: '/trpc/unknown', partnerId, status: 404 })
  expect(line(unknown)).not.toHaveProperty('procedure')
  expect(line(internal)).toMatchObject({ route: '/trpc/internal.partners.list', key: 'test', status: 200 })
  expect(line(anonymous)).toMatchObject({ route: '/trpc/accounts.list', status: 401 })
  expect(line(anonymous)).not.toHaveProperty('partnerId')
})

it('LOG_LEVEL=debug also names why requests are rejected, and the invalid fields', async () => {
  const { database } = await sharedService()
  const service = await listenOn(database, { LOG_LEVEL: 'debug' })
  const partner = await signedInPartner(service)
  await partner.post('/partner-accounts', { ...accountBody(), email: 'no e-mail' })
  await partner.get('/partner-accounts/98765432100')
  const input = encodeURIComponent(JSON.stringify({ account_id: '98765432100' }))
  await fetch(`${service.origin}/trpc/accounts.get?input=${input}`, {
    headers: { authorization: `Bearer ${partner.token}` },
  })
  await service.stop()
  const { partnerId } = partner.user
  const notFound = { procedure: 'accounts.get', partnerId, status: 404, error: 'account-not-found' }
  expect(linesOf(service.logged(), 'request rejected')).toMatchObject([
    { procedure: 'accounts.create', partnerId, status: 422, error: 'invalid-fields', fields: ['email'] },
    notFound,
    notFound,
  ])
  expect(service.logged()).not.toContain('98765432100')
})

/**
 * Returns the log of an instance with three clients. The first one sends a wrong password, and the second one a number as
 * the password. The third one signs in, sends two wrong passwords and exceeds the rate limit.
 */
async function logOfRejectedClients(LOG_CLIENT_ADDRESSES: 'on' | 'off'): Promise<string> {
  const { database } = await sharedService()
  const settings = { LOG_CLIENT_ADDRESSES, RATE_LIMIT_REQUESTS: '3', TRUSTED_PROXIES: '127.0.0.1' }
  const service = await listenOn(database, settings)
  const user = await addPortalUser(service)
  const signInFrom = async (address: string, password: unknown = 'a wrong password') => {
    const headers = { 'x-forwarded-for': address }
    return (await request(service, 'POST', '/tokens', { email: user.email, password }, headers)).status
  }
  expect(await signInFrom('192.0.2.7')).toBe(401)
  expect(await signInFrom('2001:db8:1:2:3::4', 1)).toBe(401)
  expect(await signInFrom('198.51.100.8', user.password)).toBe(200)
  for (const status of [401, 401, 429]) expect(await signInFrom('198.51.100.8')).toBe(status)
  await service.stop()
  return service.logged()
}

it('LOG_CLIENT_ADDRESSES=off: the log contains no address of a client', async () => {
  const logged = await logOfRejectedClients('off')
  expect(logged).not.toMatch(/192\.0\.2\.7|2001:db8|198\.51\.100\.8|sign-in failed|rate limit exceeded/)
})

it('LOG_CLIENT_ADDRESSES=on: the log names clients whose sign-ins fail or that exceed the rate limit', async () => {
  const logged = await logOfRejectedClients('on')
  const reason = 'invalid-credentials'
  const clients = ['192.0.2.7', '2001:db8:1:2::/64', '198.51.100.8', '198.51.100.8']
  expect(linesOf(logged, 'sign-in failed')).toMatchObject(clients.map((client) => ({ client, reason })))
  expect(linesOf(logged, 'rate limit exceeded')).toMatchObject([{ client: '198.51.100.8' }])
  const [{ reqId } = {}] = linesOf(logged, 'rate limit exceeded')
  expect(linesOf(logged, 'request')).toContainEqual(expect.objectContaining({ reqId, status: 429 }))
})
