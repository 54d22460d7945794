/** The path of the first page. All others are below it. */
export const HOME = '/console'

/** The pages of records. */
export const pathOf = {
  account: (id: string) => `${HOME}/accounts/${id}`,
  partner: (id: string) => `${HOME}/partners/${id}`,
  user: (id: string) => `${HOME}/users/${id}`,
  mail: (id: string) => `${HOME}/mails/${id}`,
  coupon: (code: string) => `${HOME}/coupons/${encodeURIComponent(code)}`,
}
