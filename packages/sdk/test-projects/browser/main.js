import { ApiError, PartnerAccounts } from '@partner-accounts/sdk'

/** What a page does: lists, shows what went wrong, and cancels. */
globalThis.tour = async (options) => {
  const client = new PartnerAccounts(options)
  const { meta } = await client.accounts.list({ max_results: 1 })
  const error = await client.accounts.get('0'.repeat(24)).catch((reason) => reason)
  const leave = new globalThis.AbortController()
  const cancelled = client.accounts.get('0'.repeat(24), {}, { signal: leave.signal }).catch(({ name }) => name)
  leave.abort()
  return { total: meta.total, isApiError: error instanceof ApiError, code: error.code, cancelled: await cancelled }
}
