import { createPartnerAccountsClient, isApiError } from '@partner-accounts/client'

// The programs that docs/internal-applications.md shows.

/** Reports usage, then creates a coupon or returns its error. */
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
      default:
        throw error
    }
  }
  return undefined
}

/** Invites a portal user, or returns messages about its e-mail. */
export async function inviteDocumented(url: string, key: string, partnerId: string, email: string) {
  const client = createPartnerAccountsClient({ url, key, locale: 'en' })
  const name = 'Ana Souza'

  try {
    await client.internal.portalUsers.invite.mutate({ partnerId, name, email })
  } catch (error) {
    if (!isApiError(error) || !error.data) throw error
    switch (error.data.name) {
      case 'invalid-fields':
      case 'portal-user-email-reserved':
        return error.data.fields['email']
      case 'portal-user-already-active':
        return [error.data.uiMessage]
      default:
        throw error
    }
  }
  return undefined
}
