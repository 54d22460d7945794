/**
 * The token of the e-mailed link. It is taken out of the address bar and the history at once: whoever comes to this
 * screen next must not find it.
 */
export const activationToken = takeToken()

function takeToken(): string {
  const address = new URL(location.href)
  const token = address.searchParams.get('token') ?? ''
  if (!address.pathname.replace(/\/$/, '').endsWith('/activate')) return ''
  history.replaceState(null, '', address.pathname)
  return token
}
