import { createPartnerAccountsClient, isApiError } from '@partner-accounts/client'

/** The program that docs/internal-applications.md shows: reports usage, then creates a coupon or returns its error. */
export async function runDocumentedClient(url: string, key: string, id: string, code: string) {
  const client = createPartnerAccountsClient({ url, key, locale: 'en' })

  await client.internal.accounts.reportUsage.mutate({ id, activeEmployees: 9 })

  try {
    await client.internal.coupons.create.mutate({ code, percentOff: 20 })
  } catch (error) {
    if (!isApiError(error) || !error.data) throw error // no response, or not from this service
    switch (error.data.name) {
      case 'coupon-code-taken':
        return 'taken'
      case 'invalid-fields':
        return error.data.fields
      default:
        throw error
    }
  }
  return undefined
}
