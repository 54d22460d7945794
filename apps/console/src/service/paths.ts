export const HOME = '/console'

export const pathOf = {
  account: (id: string) => `${HOME}/accounts/${id}`,
  partner: (id: string) => `${HOME}/partners/${id}`,
  user: (id: string) => `${HOME}/users/${id}`,
  mail: (id: string) => `${HOME}/mails/${id}`,
  request: (requestId: string) => `${HOME}/requests/${requestId}`,
  webhook: (id: string) => `${HOME}/webhooks/${id}`,
  coupon: (code: string) => `${HOME}/coupons/${encodeURIComponent(code)}`,
}
