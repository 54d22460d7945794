import { ApiError, PartnerAccounts } from '@partner-accounts/sdk'

/** What a page does: lists, and shows what went wrong. */
globalThis.tour = async (options) => {
  const client = new PartnerAccounts(options)
  const { meta } = await client.accounts.list({ max_results: 1 })
  const error = await client.accounts.get('0'.repeat(24)).catch((reason) => reason)
  return { total: meta.total, isApiError: error instanceof ApiError, code: error.code }
}
