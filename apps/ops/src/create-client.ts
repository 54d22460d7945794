import type { AppRouter } from '@partner-accounts/api'
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'

/** The API, natively typed. */
export type Client = TRPCClient<AppRouter>

/** Far longer than any call takes. */
export const ANSWER_WITHIN_SECONDS = 30

/** @param key of an internal application; undefined for what is open to everyone */
export function createClient(url: string, key: string | undefined): Client {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        // The messages for end users are in Portuguese unless asked for otherwise.
        headers: { 'accept-language': 'en', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        fetch: (address, options) =>
          fetch(address as string | URL, {
            ...(options as RequestInit),
            signal: AbortSignal.timeout(ANSWER_WITHIN_SECONDS * 1000),
          }),
      }),
    ],
  })
}
