import { tabStorage } from '@partner-accounts/ui'

const KEY = 'partner-accounts.activation-token'

/**
 * Token of the e-mailed activation or password reset link, or an empty string. It is removed from the address bar and
 * the history immediately, because other people may use this screen. The tab stores it for reloads until it is used.
 */
export const linkToken = takeToken()

/** Whether the link is for a forgotten password instead of an activation. */
export const isPasswordReset = linkToken.startsWith('par_')

export const forgetLinkToken = (): void => tabStorage.removeItem(KEY)

function takeToken(): string {
  const address = new URL(location.href)
  if (!address.pathname.replace(/\/$/, '').endsWith('/activate')) return ''
  const token = address.searchParams.get('token')
  if (token === null) return tabStorage.getItem(KEY) ?? ''
  tabStorage.setItem(KEY, token)
  history.replaceState(null, '', address.pathname)
  return token
}
