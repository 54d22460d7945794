import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'

const isApiError = (error: unknown): error is TRPCClientError<AppRouter> => error instanceof TRPCClientError

/** The program that docs/internal-applications.md shows: reports usage, then creates a coupon or returns its error. */
export async function runDocumentedClient(serviceUrl: string, key: string, id: string, code: string) {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${serviceUrl}/trpc`,
        headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
        maxItems: 60,
      }),
    ],
  })

  await client.internal.accounts.reportUsage.mutate({ id, activeEmployees: 9 })

  try {
    await client.internal.coupons.create.mutate({ code, percentOff: 20 })
  } catch (error) {
    if (!isApiError(error) || !error.data) throw error // no response, or not from this service
    const { httpStatus, appCode, fields, retryAfterSeconds } = error.data
    return { httpStatus, appCode, fields, retryAfterSeconds }
  }
  return undefined
}
