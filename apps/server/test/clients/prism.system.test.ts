import { type ChildProcess, spawn } from 'node:child_process'
import { endProcess, freePort, waitForOutput } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBody, addPortalUser, newAddress, sharedService, signedInPartner } from '../harness.ts'
import { clientCommand, describeClients, DOCUMENT } from './other-clients.ts'

type Call = [status: number, method: string, path: string, headers: Record<string, string>, body?: unknown]

interface Violation {
  location: string[]
  message: string
}

describeClients('Prism’s validating proxy', () => {
  let prism: ChildProcess
  let proxyUrl: string

  beforeAll(async () => {
    const { baseUrl } = await sharedService()
    const port = await freePort()
    proxyUrl = `http://127.0.0.1:${port}`
    const started = spawn(clientCommand('prism'), ['proxy', DOCUMENT, baseUrl, '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    prism = started
    await waitForOutput(started, started.stdout, /listening/)
  })
  afterAll(() => endProcess(prism, 'SIGTERM'))

  it('finds no violation in responses of every operation, nor in requests that succeed', async () => {
    const service = await sharedService()
    const partner = await signedInPartner(service)
    const { email, password } = partner.user
    const withoutPermissions = await signedInPartner(service, { permissions: [] })
    const invited = await addPortalUser(service, { status: 'invited' })
    const authorization = `Bearer ${partner.token}`
    const forbidden = `Bearer ${withoutPermissions.token}`
    const body = accountBody()
    // A body may have 64 KiB.
    const large = 'x'.repeat(70_000)
    const address = newAddress()
    const wrong = { email: invited.email.replace('@', '.x@'), password: 'wrong' }
    const { body: created } = await partner.post('/partner-accounts', accountBody())

    // Bodies that are not JSON are missing, because Prism rejects them itself.
    const calls: Call[] = [
      [200, 'POST', '/tokens', {}, { email, password }],
      [401, 'POST', '/tokens', {}, wrong],
      [401, 'POST', '/tokens', {}, { email: invited.email, password: 'any' }],
      [413, 'POST', '/tokens', {}, { email, password: large }],
      // After five failures from an address, further sign-ins are rejected.
      ...Array<Call>(5).fill([401, 'POST', '/tokens', { 'x-forwarded-for': address }, wrong]),
      [429, 'POST', '/tokens', { 'x-forwarded-for': address }, wrong],
      [200, 'POST', '/partner-accounts', { authorization, 'idempotency-key': 'prism' }, body],
      [200, 'POST', '/partner-accounts', { authorization, 'idempotency-key': 'prism' }, body],
      [422, 'POST', '/partner-accounts', { authorization }, body],
      [422, 'POST', '/partner-accounts', { authorization }, { ...body, full_name: ' ', company_doc: {} }],
      [413, 'POST', '/partner-accounts', { authorization }, { ...body, full_name: large }],
      [401, 'POST', '/partner-accounts', { authorization: 'Bearer none' }, body],
      [403, 'POST', '/partner-accounts', { authorization: forbidden }, body],
      [200, 'GET', '/partner-accounts', { authorization }],
      [200, 'GET', '/partner-accounts?max_results=1&page=2', { authorization }],
      [200, 'GET', '/partner-accounts?max_results=100&page=9', { authorization }],
      [401, 'GET', '/partner-accounts', { authorization: 'Bearer none' }],
      [403, 'GET', '/partner-accounts', { authorization: forbidden }],
      [200, 'GET', `/partner-accounts/${created._id}`, { authorization }],
      [200, 'GET', `/partner-accounts/${created._id}`, { authorization, 'x-secret': created.secret }],
      [200, 'GET', `/partner-accounts/${body.company_doc.cnpj}`, { authorization }],
      [404, 'GET', '/partner-accounts/00000000000', { authorization }],
      [422, 'GET', '/partner-accounts/111.222', { authorization }],
      [401, 'GET', `/partner-accounts/${created._id}`, { authorization: 'Bearer none' }],
      [403, 'GET', `/partner-accounts/${created._id}`, { authorization: forbidden }],
    ]
    for (const [status, method, path, headers, sent] of calls) {
      const response = await fetch(`${proxyUrl}${path}`, {
        method,
        headers: { 'x-forwarded-for': newAddress(), 'content-type': 'application/json', ...headers },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      })
      await response.text()
      const found = JSON.parse(response.headers.get('sl-violations') ?? '[]') as Violation[]
      // Requests that the service rejects violate the document on purpose.
      const violations = found.filter(({ location }) => status === 200 || location[0] === 'response')
      expect({ call: `${method} ${path}`, status: response.status, violations }).toEqual({
        call: `${method} ${path}`,
        status,
        violations: [],
      })
    }
  })
})
