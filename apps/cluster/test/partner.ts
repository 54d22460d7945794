import { sampleAccount } from '@partner-accounts/rules'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createPartnerAccountsClient } from '@partner-accounts/client'
import PostalMime from 'postal-mime'
import { vi } from 'vitest'
import type { Cluster } from '../src/cluster.ts'

const PASSWORD = 'correct horse battery'
const MAIL_TIMEOUT = { timeout: 60_000, interval: 100 }

export interface PortalUser {
  email: string
  password: string
}

/** @param origin the origin of nginx or of one instance */
export const nativeClient = (origin: string, key?: string) =>
  createPartnerAccountsClient({ url: `${origin}/trpc`, key, batch: false })

/** Creates a partner with a portal user, and activates the user with the e-mailed link. */
export async function addPortalUser(
  cluster: Pick<Cluster, 'origin' | 'mailFolder'> & { keys: { INTERNAL_API_KEY: string } },
): Promise<PortalUser> {
  const { internal, activation } = nativeClient(cluster.origin, cluster.keys.INTERNAL_API_KEY)
  const email = `${randomBytes(8).toString('hex')}@revenda.example`
  const { id } = await internal.partners.create.mutate({ name: 'Revenda' })
  await internal.portalUsers.invite.mutate({ partnerId: id, email, name: 'Ana' })
  const token = await vi.waitFor(() => tokenMailedTo(email, cluster.mailFolder), MAIL_TIMEOUT)
  await activation.activate.mutate({ token, password: PASSWORD })
  return { email, password: PASSWORD }
}

async function tokenMailedTo(email: string, folder: string): Promise<string> {
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))
  const raw = files.find((file) => file.includes(email))
  const token = raw && /\/activate\?token=([\w-]+)/.exec((await PostalMime.parse(raw)).text ?? '')?.[1]
  if (!token) throw new Error(`no link mailed to ${email}`)
  return token
}

/** On a busy machine, hashing the password may exceed the timeout of a request. */
const SIGN_IN = { timeout: 60_000, interval: 1_000 }

/** @param origin the origin of nginx or of one instance */
export const signIn = (origin: string, user: PortalUser): Promise<string> =>
  vi.waitUntil(() => signInOnce(origin, user), SIGN_IN)

/** Signs in without retries, and returns `undefined` for an error. */
export const signInOnce = async (origin: string, { email, password }: PortalUser): Promise<string | undefined> => {
  const response = await fetch(`${origin}/partners/v1/tokens`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
  return ((await response.json()) as { token?: string }).token
}

const accountsAt = (origin: string) => `${origin}/partners/v1/partner-accounts`

export const list = (origin: string, token: string): Promise<Response> =>
  fetch(accountsAt(origin), { headers: { authorization: `Bearer ${token}` } })

/** Creates an account, by default with a new e-mail at each call. */
export const createAccount = (
  origin: string,
  token: string,
  idempotencyKey: string,
  body = accountBody(),
): Promise<Response> =>
  fetch(accountsAt(origin), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })

/** Returns a valid body with a unique e-mail. */
export const accountBody = () => sampleAccount({ email: `maria.${randomBytes(8).toString('hex')}@estrela.example` })
