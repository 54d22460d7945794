import { sampleAccount } from '@partner-accounts/rules'
import { randomUUID } from 'node:crypto'
import type { RunningService } from './running-service.ts'

export interface RestResponse {
  status: number
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** Sends a request to the REST interface. */
export async function request(
  { baseUrl }: RunningService,
  path: string,
  token?: string,
  body?: unknown,
): Promise<RestResponse> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const unique = (what: string) => `${what}-${randomUUID().slice(0, 8)}`

/** Returns the token of the link in the latest mail to this address. */
async function mailedToken(service: RunningService, email: string): Promise<string> {
  const mails = await service.mailsTo(email, 1)
  const token = /\/activate\?token=([\w-]+)/.exec(mails.at(-1) ?? '')?.[1]
  if (token === undefined) throw new Error(`the mail to ${email} has no link:\n${mails.at(-1)}`)
  return token
}

/** A portal user who is activated and signed in. */
export interface SignedIn {
  id: string
  email: string
  password: string
  activationToken: string
  /** Token of the REST interface. */
  token: string
}

export const signIn = (service: RunningService, { email, password }: Pick<SignedIn, 'email' | 'password'>) =>
  request(service, '/tokens', undefined, { email, password })

/** Invites a portal user, activates it with the mailed token and signs in. */
export async function createSignedInUser(
  service: RunningService,
  partner: string,
  ...more: string[]
): Promise<SignedIn> {
  const email = `${unique('ana')}@revenda.example`
  const invite = ['portal-user', 'invite', '--partner', partner, '--email', email, '--name', 'Ana Souza']
  const { id } = await service.opsJson(...invite, ...more)
  const activationToken = await mailedToken(service, email)
  const password = `${randomUUID()} "quoted" `
  await service.opsJson('portal-user', 'activate', '--token', activationToken, '--password', password)
  const { body } = await signIn(service, { email, password })
  return { id, email, password, activationToken, token: body.token }
}

/** Creates a partner with a coupon and one user with all permissions. */
export async function openPartner(service: RunningService) {
  const coupon = unique('LAUNCH')
  await service.opsJson('coupon', 'create', '--code', coupon, '--percent-off', '20')
  const { id: partner } = await service.opsJson('partner', 'create', '--name', 'Revenda Órion', '--coupon', coupon)
  const user = await createSignedInUser(service, partner)
  return { coupon, partner: partner as string, user }
}

export interface CreatedAccount {
  _id: string
  api_token: string
  secret: string
}

export async function createAccount(service: RunningService, { token }: SignedIn): Promise<CreatedAccount> {
  const account = sampleAccount({ email: `${unique('maria')}@estrela.example` })
  const { status, body } = await request(service, '/partner-accounts', token, account)
  if (status !== 200) throw new Error(`creating the account failed with ${status}: ${JSON.stringify(body)}`)
  return body
}
