import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  addPortalUser,
  type PartnerClient,
  sharedService,
  signedInPartner,
  type TestService,
} from './harness.ts'
import { changedBody } from './post-partner-accounts/changed-body.ts'

/** A body with the type of the procedure's input, in which the state is one of 27. */
type PostBody = ReturnType<typeof accountBody> & { company_doc: { address: { state: 'SP' } } }
const body = () => accountBody() as PostBody

const createClient = ({ origin }: TestService, headers: Record<string, string>) =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${origin}/trpc`, headers })] })

/** Returns the message and data of a rejected call. */
async function failureOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TRPCClientError)) throw new Error('expected a TRPCClientError', { cause: error })
  return { message: error.message, data: (error as TRPCClientError<AppRouter>).data }
}

describe('The native interface', () => {
  let service: TestService
  let partner: PartnerClient
  let native: ReturnType<typeof createClient>
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    native = createClient(service, { authorization: `Bearer ${partner.token}` })
  })

  it('accepts queries by POST with their input in the body, and never mutations by GET', async () => {
    const send = (method: string, path: string, body?: object) =>
      fetch(`${service.origin}/trpc/${path}`, {
        method,
        headers: { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const query = await send('POST', 'accounts.search', { query: 'padaria', pageSize: 3 })
    expect(await query.json()).toMatchObject({ result: { data: { page: 1, pageSize: 3 } } })
    expect((await send('GET', 'accounts.create?input=%7B%7D')).status).toBe(405)
  })

  it('reports a string in place of a boolean with a general message in Portuguese, and with the types in English', async () => {
    const messageIn = async (language: string) => {
      const headers = { authorization: `Bearer ${partner.token}`, 'accept-language': language }
      const call = createClient(service, headers).team.listActivity.query({ isExport: 'yes' } as never)
      return (await failureOf(call)).data?.fields
    }
    expect(await messageIn('pt-BR')).toEqual({ isExport: ['Valor inválido.'] })
    expect(await messageIn('en')).toEqual({ isExport: ['Invalid input: expected boolean, received string'] })
  })

  it('returns the results of the REST interface for sign-in, creation, list and read', async () => {
    const user = await addPortalUser(service)
    const { token, _id } = await createClient(service, {}).tokens.create.mutate({
      email: user.email,
      password: user.password,
    })
    expect(_id).toBe(user.id)

    const mine = createClient(service, { authorization: `Bearer ${token}` })
    const created = await mine.accounts.create.mutate(body())
    expect(created).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      api_token: expect.stringMatching(/^pat_/),
      secret: expect.stringMatching(/^pas_/),
    })

    const rest = async (path: string, headers = {}) =>
      (await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })).json()
    expect(await mine.accounts.list.query()).toEqual(await rest('/partner-accounts'))
    expect(await mine.accounts.list.query({ page: 2, max_results: 1 })).toEqual(
      await rest('/partner-accounts?page=2&max_results=1'),
    )
    expect(await mine.accounts.get.query({ account_id: created._id })).toEqual(
      await rest(`/partner-accounts/${created._id}`),
    )
    const secretHeader = { 'x-secret': created.secret ?? '' }
    const withSecret = createClient(service, { authorization: `Bearer ${token}`, ...secretHeader })
    const revealed = await withSecret.accounts.get.query({ account_id: created._id })
    expect(revealed.api_token).toBe(created.api_token)
    expect(revealed).toEqual(await rest(`/partner-accounts/${created._id}`, secretHeader))
  })

  const registered = body()
  const rejections: [string, () => Promise<unknown>, object][] = [
    [
      'no credentials',
      () => createClient(service, {}).tokens.create.mutate({} as { email: string; password: string }),
      {
        code: 'UNAUTHORIZED',
        name: 'invalid-credentials',
        httpStatus: 401,
        appCode: 1418,
        uiMessage: 'E-mail ou senha incorretos.',
      },
    ],
    [
      'no token',
      () => createClient(service, {}).accounts.list.query(),
      {
        code: 'UNAUTHORIZED',
        name: 'unauthenticated',
        httpStatus: 401,
        appCode: 9,
        uiMessage: 'Sua sessão expirou ou é inválida. Entre novamente.',
      },
    ],
    [
      'an unknown account',
      () => native.accounts.get.query({ account_id: '52998224725' }),
      {
        code: 'NOT_FOUND',
        name: 'account-not-found',
        httpStatus: 404,
        appCode: 56,
        uiMessage: 'Conta não encontrada.',
      },
    ],
    [
      'an invalid identifier',
      () => native.accounts.get.query({ account_id: 'me' }),
      {
        code: 'UNPROCESSABLE_CONTENT',
        name: 'invalid-account-identifier',
        httpStatus: 422,
        appCode: 113,
        uiMessage: 'Identificador inválido. Informe o ID da conta, um CNPJ ou um CPF, sem pontuação.',
      },
    ],
    [
      'an e-mail that is taken',
      async () => {
        await native.accounts.create.mutate(registered)
        await native.accounts.create.mutate(registered)
      },
      {
        code: 'UNPROCESSABLE_CONTENT',
        name: 'administrator-email-taken',
        httpStatus: 422,
        appCode: 88,
        uiMessage: 'Este e-mail já está cadastrado.',
      },
    ],
  ]
  it.each(rejections)(
    'rejects %s with its name and the status, code and uiMessage of the envelope',
    async (_case, call, data) => {
      const rejected = await failureOf(call())
      expect(rejected.data).toEqual({ ...data, path: expect.stringMatching(/^(accounts|tokens)\.\w+$/) })
    },
  )

  it('rejects a user without permission with 403 and code 666', async () => {
    const viewer = await signedInPartner(service, { permissions: ['accounts:read'] })
    const { data } = await failureOf(
      createClient(service, { authorization: `Bearer ${viewer.token}` }).accounts.create.mutate(body()),
    )
    expect(data).toMatchObject({ httpStatus: 403, appCode: 666 })
  })

  it('reports all invalid fields in the language of Accept-Language, without a code', async () => {
    const invalid = changedBody({ full_name: '', employees_quantity: '12', 'company_doc.address.cep': '1' }) as PostBody
    const english = createClient(service, { authorization: `Bearer ${partner.token}`, 'accept-language': 'en' })
    const { message, data } = await failureOf(english.accounts.create.mutate(invalid))
    expect(message).toBe('Invalid fields.')
    expect(data).toEqual({
      code: 'UNPROCESSABLE_CONTENT',
      name: 'invalid-fields',
      httpStatus: 422,
      path: 'accounts.create',
      fields: {
        full_name: ['Must not be blank.'],
        employees_quantity: ['Must be an integer.'],
        'company_doc.address.cep': ['Must have 8 digits, without punctuation.'],
      },
    })
  })

  it('does not coerce numbers to text or booleans to numbers', async () => {
    const invalid = changedBody({ full_name: 1, employees_quantity: true }) as PostBody
    const { data } = await failureOf(native.accounts.create.mutate(invalid))
    expect(data?.fields).toEqual({
      full_name: ['Deve ser um texto.'],
      employees_quantity: ['Deve ser um número inteiro.'],
    })
  })

  it.each([
    ['an unknown procedure', 'GET', '/trpc/accounts.destroy', undefined, 404],
    ['the wrong method', 'GET', '/trpc/accounts.create', undefined, 405],
    ['a body that is not JSON', 'POST', '/trpc/accounts.create', '{', 400],
    ['an input that is not JSON', 'GET', '/trpc/accounts.get?input={', undefined, 400],
  ])('rejects %s', async (_case, method, path, sent, status) => {
    const response = await fetch(`${service.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' },
      ...(sent !== undefined && { body: sent }),
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.text()).not.toMatch(/node_modules|\.ts:|at \w+ \(/)
  })
})
