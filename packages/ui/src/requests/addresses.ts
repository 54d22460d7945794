/** The address of the service, from the base URL that it set in the page. */
export const SERVICE_URL = new URL('..', document.baseURI)

/** The prefix of the paths of all pages. */
export const BASENAME = SERVICE_URL.pathname.replace(/\/$/, '') || '/'

/**
 * Returns the page of `next` if it is within the pages of `home`, otherwise `home`: anyone can craft the address. `URL`
 * resolves `..` as browsers do.
 */
export function pageWithin(home: string, next: string | null): string {
  const isWithin = (address: string) => `${address.replace('?', '/')}/`.startsWith(`${home}/`)
  return next !== null && isWithin(next) && isWithin(new URL(next, 'http://pages').pathname) ? next : home
}
