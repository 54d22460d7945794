import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorCode, type IncomingResponse, PartnerAccounts } from '../src/index.ts'
import { type RunningService, type SignIn, startService } from './running-service.ts'
import { accountBody } from './scripted-api.ts'

let service: RunningService
let client: PartnerAccounts
beforeAll(async () => {
  service = await startService()
  client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials.demo })
})
afterAll(() => service.stop())

const UNKNOWN_ID = 'a'.repeat(24)
const newBody = () => ({ ...accountBody(), email: `${randomUUID()}@estrela.example` })

describe('the client with the running service', () => {
  it('creates an account, reads it by id and tax ID, and lists it', async () => {
    const body = newBody()
    const { _id, api_token, secret } = await client.accounts.create(body)
    const listed = {
      _id,
      name: body.company_doc.name,
      cnpj: body.company_doc.cnpj,
      financial_email: body.company_doc.financial_email,
      active_employees: 0,
      subscription_employees: 12,
      subscription_face_ids: 0,
      _created: expect.stringMatching(/\+00:00$/),
    }
    await expect(client.accounts.get(_id)).resolves.toEqual(listed)
    await expect(client.accounts.get(body.company_doc.cnpj!.toLowerCase())).resolves.toEqual(listed)
    await expect(client.accounts.get(_id, { secret: secret! })).resolves.toEqual({ ...listed, api_token })
    await expect(client.accounts.get(_id, { secret: 'wrong' })).resolves.toEqual(listed)
    const { items, meta } = await client.accounts.list({ max_results: 1 })
    expect([items, meta.max_results]).toEqual([[listed], 1])
  })

  it('lists the event of each account once, after the given event', async () => {
    const { _id } = await client.accounts.create(newBody())
    const after = (await client.events.list().toArray()).at(-1)!.id
    const ids = [_id]
    for (let count = 0; count < 3; count++) ids.push((await client.accounts.create(newBody()))._id)
    const subjects: string[] = []
    for await (const event of client.events.list({ after, max_results: 2 })) {
      if (event.type === 'account.created') subjects.push(event.data.account_id)
    }
    expect(subjects).toEqual(ids.slice(1))
    await expect(client.events.list({ after: UNKNOWN_ID })).rejects.toMatchObject({
      status: 422,
      fields: { after: [expect.any(String)] },
    })
  })

  it.each([
    { user: 'demo', mode: 'live', otherUser: 'test', otherMode: 'test' },
    { user: 'test', mode: 'test', otherUser: 'demo', otherMode: 'live' },
  ] as const)(
    'in $mode mode explains why an account of $otherMode mode is not found, and rejects the other mode',
    async ({ user, mode, otherUser, otherMode }) => {
      const { baseUrl, credentials } = service
      const own = new PartnerAccounts({ baseUrl, ...credentials[user], maxRetries: 0 })
      const others = new PartnerAccounts({ baseUrl, ...credentials[otherUser], maxRetries: 0 })
      const { _id } = await others.accounts.create(newBody())
      const message = expect.stringContaining(`send a token of ${otherMode} mode`) as string
      await expect(own.accounts.get(_id)).rejects.toMatchObject({ code: ErrorCode.ACCOUNT_NOT_FOUND, message })
      expect([own.mode, others.mode]).toEqual([mode, otherMode])
      const wrong = new PartnerAccounts({ baseUrl, ...credentials[user], mode: otherMode })
      await expect(wrong.accounts.list()).rejects.toThrow(
        `mode is ${otherMode}, but the token belongs to ${mode} mode.`,
      )
      const headers = { 'x-mode': otherMode }
      await expect(own.accounts.list({}, { headers })).rejects.toMatchObject({
        code: ErrorCode.FORBIDDEN,
        message: expect.stringContaining(`belongs to ${mode} mode`) as string,
      })
    },
  )

  it("throws the service's error codes", async () => {
    const { viewer, pending } = service.credentials
    const as = (signIn: SignIn) => new PartnerAccounts({ baseUrl: service.baseUrl, ...signIn })
    const body = newBody()
    await client.accounts.create(body)

    await expect(as(viewer).accounts.create(newBody())).rejects.toMatchObject({
      status: 403,
      code: ErrorCode.FORBIDDEN,
    })
    await expect(as(pending).accounts.list()).rejects.toMatchObject({ status: 401, code: ErrorCode.USER_NOT_ACTIVATED })
    await expect(as({ ...viewer, password: 'wrong' }).accounts.list()).rejects.toMatchObject({
      code: ErrorCode.INVALID_CREDENTIALS,
    })
    await expect(client.accounts.create(body)).rejects.toMatchObject({ status: 422, code: ErrorCode.EMAIL_TAKEN })
    await expect(client.accounts.get(UNKNOWN_ID)).rejects.toMatchObject({ code: ErrorCode.ACCOUNT_NOT_FOUND })
    await expect(client.accounts.get('12.345.678/0001-95')).rejects.toMatchObject({
      code: ErrorCode.INVALID_IDENTIFIER,
    })
    await expect(
      new PartnerAccounts({ baseUrl: service.baseUrl, token: 'not-a-token' }).accounts.list(),
    ).rejects.toMatchObject({ code: ErrorCode.UNAUTHENTICATED })
  })

  it('names invalid fields as in the request, in the requested language', async () => {
    const body = newBody()
    body.company_doc.address.cep = '01310-100'
    body.full_name = ''
    const english = new PartnerAccounts({
      baseUrl: service.baseUrl,
      ...service.credentials.demo,
      defaultHeaders: { 'accept-language': 'en' },
    })
    await expect(english.accounts.create(body)).rejects.toMatchObject({
      status: 422,
      fields: {
        full_name: ['Must not be blank.'],
        'company_doc.address.cep': ['Must have 8 digits, without punctuation.'],
      },
    })
  })

  it('lists every account once while new accounts are created', async () => {
    await Promise.all(Array.from({ length: 40 }, () => client.accounts.create(newBody())))
    const before = (await client.accounts.list().toArray()).map(({ _id }) => _id)
    let isListing = true
    const createWhileListing = async () => {
      while (isListing) await client.accounts.create(newBody())
    }
    const creating = createWhileListing()
    for (const max_results of [3, 7, 20]) {
      const seen: string[] = []
      for await (const { _id } of client.accounts.list({ max_results })) seen.push(_id)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => before.includes(id))).toEqual(before)
    }
    isListing = false
    await creating
  })
})

describe('the client with a short rate limit window and token lifetime', () => {
  let limited: RunningService
  beforeAll(async () => {
    limited = await startService({
      RATE_LIMIT_REQUESTS: '15',
      RATE_LIMIT_WINDOW_SECONDS: '2',
      TOKEN_LIFETIME_SECONDS: '3',
    })
  })
  afterAll(() => limited.stop())

  it('completes all calls without a 429 or 401', async () => {
    const statuses: number[] = []
    const hooks = { afterResponse: ({ status }: IncomingResponse) => void statuses.push(status) }
    const paced = new PartnerAccounts({ baseUrl: limited.baseUrl, ...limited.credentials.demo, hooks })
    const created = await Promise.all(Array.from({ length: 50 }, () => paced.accounts.create(newBody())))
    const listed = await paced.accounts.list({ max_results: 4 }).toArray()

    expect(new Set(listed.map(({ _id }) => _id))).toEqual(new Set(created.map(({ _id }) => _id)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    // 50 creations and 13 pages, at 15 requests per two seconds, take over eight seconds. As a token expires after three
    // seconds, the client signs in at least three times.
    expect(statuses.length).toBeGreaterThanOrEqual(50 + 13 + 3)
  })
})
