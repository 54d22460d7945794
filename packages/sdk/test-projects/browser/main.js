import { ApiError, PartnerAccounts } from '@partner-accounts/sdk'

const UNKNOWN_ID = '0'.repeat(24)

/** What a page does: lists accounts, gets an error for an unknown account, and cancels a call. */
globalThis.tour = async (options) => {
  const client = new PartnerAccounts(options)
  const { meta } = await client.accounts.list({ max_results: 1 })
  const error = await client.accounts.get(UNKNOWN_ID).catch((reason) => reason)
  const controller = new globalThis.AbortController()
  const cancelled = client.accounts.get(UNKNOWN_ID, {}, { signal: controller.signal }).catch(({ name }) => name)
  controller.abort()
  return { total: meta.total, isApiError: error instanceof ApiError, code: error.code, cancelled: await cancelled }
}
