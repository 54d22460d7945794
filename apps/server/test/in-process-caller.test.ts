import { type Caller, createCaller, type Services } from '@partner-accounts/api'
import type { TRPCError } from '@trpc/server'
import { describe, expect, it } from 'vitest'
import { createJoseTokens } from '../src/authentication/jose-tokens.ts'
import { createKeyRing } from '../src/authentication/key-ring.ts'
import { createTotpCodes } from '../src/authentication/totp-codes.ts'
import {
  accountBody,
  addPortalUser,
  type PortalUserOptions,
  sharedService,
  TEST_KEYS,
  testPasswords,
} from './harness.ts'

const PERMISSIVE_GUARD: Services['signIns'] = {
  reserve: () => Promise.resolve({ end: () => Promise.resolve() }),
  lookUp: (_network, work) => work(),
  forget: () => Promise.resolve(),
}

/** Returns a caller of the router without HTTP, on the database of the shared service. */
async function callerOf(user: { id: string; partnerId: string } | undefined, accountSecret?: string) {
  const { database } = await sharedService()
  const access = user && (await database.stores.portalUsers.findAccess(user.id, user.partnerId))
  const caller: Caller = access ? { kind: 'portal-user', access } : { kind: 'anonymous' }
  const services = {
    stores: database.stores,
    transact: database.transact,
    newId: database.newId,
    passwords: testPasswords,
    sealingKeys: TEST_KEYS.dataSealingKeys,
    signIns: PERMISSIVE_GUARD,
    passwordResets: { count: () => Promise.resolve() },
    webhookPace: { count: () => Promise.resolve() },
    oneTimeCodes: createTotpCodes('Ponto'),
    renderMail: () => ({ subject: '', text: '', html: '' }),
    isOutgoingEnabled: true,
    composeMail: () => Promise.resolve(''),
    rateLimits: {
      usage: () => Promise.reject(new Error('unused')),
      storeState: () => 'process' as const,
      countsProxiesAsClients: () => false,
    },
    subscriptionActivation: 'manual' as const,
    subscriptionNotices: false,
    publicRecords: {},
    findWebhookUrlError: () => undefined,
    operatorSessionSeconds: 60,
    portalSessionSeconds: 60,
    consoleUrl: 'http://localhost/console',
    tokens: createJoseTokens(await createKeyRing(TEST_KEYS.tokenSigningKeys), 3600),
  }
  return createCaller({
    services,
    caller,
    locale: 'en',
    requestId: 'test',
    network: '127.0.0.1',
    idempotencyKey: undefined,
    accountSecret,
  })
}

const newUser = async (options?: PortalUserOptions) => addPortalUser(await sharedService(), options)
const causeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: TRPCError) => error.cause,
  )

describe('The router called in process', () => {
  it('creates, lists and reads accounts as over HTTP, with the secret in the context', async () => {
    const user = await newUser()
    const { accounts } = await callerOf(user)
    const created = await accounts.create(accountBody())
    const account = {
      _id: created._id,
      _created: expect.stringMatching(/\+00:00$/) as string,
      name: 'Padaria Estrela Ltda',
      financial_email: 'financeiro@estrela.example',
      cnpj: '12ABC34501DE35',
      active_employees: 0,
      subscription_employees: 12,
      subscription_face_ids: 0,
    }
    expect((await accounts.list())._items).toEqual([account])
    expect(await accounts.get({ account_id: created._id })).toEqual(account)
    const withSecret = await callerOf(user, created.secret ?? '')
    const { api_token } = created
    expect(await withSecret.accounts.get({ account_id: '12abc34501de35' })).toEqual({ ...account, api_token })
  })

  it('signs a portal user in', async () => {
    const { id, email, password } = await newUser()
    const { tokens } = await callerOf(undefined)
    expect(await tokens.create({ email, password })).toEqual({ token: expect.any(String), _id: id })
  })

  it("rejects callers without a token or permission, and identifiers of another partner's account, as over HTTP", async () => {
    const owner = await newUser()
    const viewer = await newUser({ permissions: ['accounts:read'] })
    const { _id } = await (await callerOf(owner)).accounts.create(accountBody())

    const stranger = await callerOf(undefined)
    const other = await callerOf(viewer)
    expect(await causeOf(stranger.accounts.list())).toMatchObject({ kind: 'unauthenticated' })
    expect(await causeOf(other.accounts.create(accountBody()))).toMatchObject({ kind: 'forbidden' })
    expect(await causeOf(other.accounts.get({ account_id: _id }))).toMatchObject({ kind: 'account-not-found' })
    expect(await causeOf(other.accounts.get({ account_id: 'me' }))).toMatchObject({
      kind: 'invalid-account-identifier',
    })
  })
})
