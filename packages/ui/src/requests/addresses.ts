/** URL of the service: one level above the page's `<base>`, which the service sets. */
export const SERVICE_URL = new URL('..', document.baseURI)

export const PRODUCT_NAME = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** Address where people find help, or empty if none is configured. */
export const SUPPORT_URL = document.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? ''

/** Path of the service, below which the router's paths begin. */
export const BASENAME = SERVICE_URL.pathname.replace(/\/$/, '') || '/'

/**
 * Returns `next` if it is `home` or a page below `home`, and otherwise `home`. Anyone can craft the address that
 * contains `next`.
 *
 * @param next page to open after signing in
 */
export function pageWithin(home: string, next: string | null): string {
  const isWithin = (address: string) =>
    address === home || address.startsWith(`${home}/`) || address.startsWith(`${home}?`)
  if (next === null || !isWithin(next)) return home
  // `URL` resolves `..` as browsers do.
  const { pathname } = new URL(next, 'http://pages')
  return isWithin(pathname) ? next : home
}
