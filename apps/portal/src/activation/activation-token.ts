import { tabStorage } from '@partner-accounts/ui'

const KEY = 'partner-accounts.activation-token'

/**
 * The e-mailed link's token. Removed from the address bar and the history immediately, because others may use this
 * screen. The tab keeps it for reloads until it is used.
 */
export const activationToken = takeToken()

export const isPasswordReset = activationToken.startsWith('par_')

export const forgetActivationToken = (): void => tabStorage.removeItem(KEY)

function takeToken(): string {
  const address = new URL(location.href)
  if (!address.pathname.replace(/\/$/, '').endsWith('/activate')) return ''
  const token = address.searchParams.get('token')
  if (token === null) return tabStorage.getItem(KEY) ?? ''
  tabStorage.setItem(KEY, token)
  history.replaceState(null, '', address.pathname)
  return token
}
