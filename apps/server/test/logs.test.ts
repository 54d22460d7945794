import { expect, it } from 'vitest'
import { accountBody, listenOn, request, sharedService, signedInPartner } from './harness.ts'
import { exchange } from './raw-http.ts'

it('The log has a line for every request, and no secret, token, password, e-mail or tax ID', async () => {
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
  expect(logged).toContain('"route":"/partners/v1/partner-accounts/:account_id","status":200')
  expect(logged.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThanOrEqual(11)
  const personal = { email, password, cpf, api_token, secret, token: partner.token, administrator: body.email }
  for (const [name, value] of Object.entries(personal)) expect(logged.includes(value), name).toBe(false)
})
