import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { accountBody, type PartnerClient, TEST_KEYS, type TestService } from '../harness.ts'

/** The internal API key of all test instances. */
export const INTERNAL_KEY = TEST_KEYS.internalApiKeys[0]!.key

/**
 * Returns a native client.
 *
 * @param authorization the whole header; none if absent
 */
export const nativeClient = (
  { origin }: Pick<TestService, 'origin'>,
  authorization?: string,
  headers: Record<string, string> = {},
) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/trpc`,
        headers: authorization === undefined ? headers : { ...headers, authorization },
      }),
    ],
  })

/** Returns the client of an internal application. */
export const internalClient = (service: Pick<TestService, 'origin'>, key = INTERNAL_KEY) =>
  nativeClient(service, `Bearer ${key}`).internal

export type InternalClient = ReturnType<typeof internalClient>

/** Returns the status of a rejected call, with its fields or else its message. */
export async function rejectionOf(call: Promise<unknown>): Promise<{ status: number; details: unknown }> {
  const [result] = await Promise.allSettled([call])
  const error: unknown = result.status === 'rejected' ? result.reason : undefined
  if (!(error instanceof TRPCClientError)) throw new Error('expected a TRPCClientError', { cause: error })
  const { data, message } = error as TRPCClientError<AppRouter>
  return { status: data?.httpStatus ?? 0, details: data?.fields ?? message }
}

export const UNAUTHENTICATED = {
  status: 401,
  details:
    'Missing or invalid credentials. Send the header "Authorization: Bearer <token>" with a token from POST /tokens.',
}
/** How internal procedures reject calls without a valid key. */
export const INVALID_KEY = {
  status: 401,
  details:
    'Missing or invalid credentials. Internal procedures accept the header "Authorization: Bearer <key>" with a key of the setting INTERNAL_API_KEY, and sessions of operators, but no partner tokens.',
}
export const ACCOUNT_NOT_FOUND = {
  status: 404,
  details: "Account not found. None of this partner's accounts has this id, CNPJ or CPF.",
}

/** An id that no record has. */
export const UNKNOWN_ID = 'f'.repeat(24)

export interface CreatedAccount {
  id: string
  apiToken: string
  secret: string
  /** The administrator's e-mail. */
  email: string
}

/** Creates an account over REST. */
export async function addAccount(partner: PartnerClient): Promise<CreatedAccount> {
  const sent = accountBody()
  const { body } = await partner.post('/partner-accounts', sent)
  return { id: body._id, apiToken: body.api_token, secret: body.secret, email: sent.email }
}

/** Returns the values of the calls that succeeded. */
export const fulfilledValues = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
  results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)

/** Empties a test partner. Each call deletes for a limited time, so it may take several. */
export async function emptyTestPartner({ partners }: InternalClient, id: string, reason: string): Promise<void> {
  for (;;) {
    const { isEmpty } = await partners.empty.mutate({ id, reason })
    if (isEmpty) return
  }
}

/** Returns the records of all pages of a list. */
export async function readEveryPage<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const records: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    records.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return records
}
