/** URL of the service: one level above the page's `<base>`, which the service sets. */
export const SERVICE_URL = new URL('..', document.baseURI)

export const PRODUCT_NAME = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** Where people find help; empty if there is no place. */
export const SUPPORT_URL = document.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? ''

/** Path of the service, below which the router's paths begin. */
export const BASENAME = SERVICE_URL.pathname.replace(/\/$/, '') || '/'

/**
 * Returns `next`, the page to open after signing in, if it is `home` or below it, and otherwise `home`. `next` comes
 * from an address that anyone can craft.
 */
export function pageWithin(home: string, next: string | null): string {
  const isWithin = (address: string) =>
    address === home || address.startsWith(`${home}/`) || address.startsWith(`${home}?`)
  if (next === null || !isWithin(next)) return home
  // `URL` resolves `..` as browsers do.
  const { pathname } = new URL(next, 'http://pages')
  return isWithin(pathname) ? next : home
}
