import { type AccountPage, ApiError, PartnerAccounts } from '@partner-accounts/sdk'

const client = new PartnerAccounts({
  baseUrl: 'https://api.example/partners/v1',
  token: async () => 'token',
  fetch: globalThis.fetch,
  defaultHeaders: { 'accept-language': 'en' },
})

export async function countAccounts(signal: AbortSignal): Promise<number> {
  const page: AccountPage = await client.accounts.list({ page: 1 }, { signal, timeoutMs: 5_000 })
  const { data, headers, requestId } = await client.accounts.list().withResponse()
  return page.meta.total + data.items.length + requestId.length + (headers.get('date') ?? '').length
}

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
