import {
  type ErrorData,
  createPartnerAccountsClient,
  isApiError,
  type RouterInputs,
  type RouterOutputs,
} from '@partner-accounts/client'

const [url = '', key = ''] = process.argv.slice(2)
const client = createPartnerAccountsClient({ url, key, locale: 'en' })

type Coupon = RouterOutputs['internal']['coupons']['create']

export async function createCoupon(input: RouterInputs['internal']['coupons']['create']): Promise<Coupon | string> {
  try {
    return await client.internal.coupons.create.mutate(input)
  } catch (error) {
    if (!isApiError(error) || !error.data) throw error
    switch (error.data.name) {
      case 'coupon-code-taken':
        return `${input.code} is taken`
      case 'invalid-fields':
        return Object.keys(error.data.fields).join()
      case 'wrong-password':
        return error.data.fields.currentPassword.join()
      case 'reason-missing':
        // @ts-expect-error the error is about another field
        return error.data.fields.currentPassword.join()
      case 'forbidden':
        // @ts-expect-error the error has no fields
        return error.data.fields.reason.join()
      // @ts-expect-error no error has this name
      case 'coupon-code-token':
      default:
        return error.message
    }
  }
}

/** Returns the messages about invalid fields, or the message of an error that is not about fields. */
export const messagesOf = ({ fields, uiMessage }: ErrorData): string[] =>
  fields ? Object.values<string[]>(fields).flat() : [uiMessage]

// @ts-expect-error the percentage is missing
const rejected = await createCoupon({ code: 'OUTSIDE' })
const created = await createCoupon({ code: 'OUTSIDE', percentOff: 20 })
const again = await createCoupon({ code: 'OUTSIDE', percentOff: 20 })
console.log(JSON.stringify([rejected, created, again]))
