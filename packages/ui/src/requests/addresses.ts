/** The service sets the page's base URL. */
export const SERVICE_URL = new URL('..', document.baseURI)

export const PRODUCT_NAME = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** Where people find help; empty if there is no place. */
export const SUPPORT_URL = document.querySelector<HTMLMetaElement>('meta[name=support]')?.content ?? ''

export const BASENAME = SERVICE_URL.pathname.replace(/\/$/, '') || '/'

/** Returns `home` for a `next` outside its pages: anyone can craft the address. `URL` resolves `..` as browsers do. */
export function pageWithin(home: string, next: string | null): string {
  const isWithin = (address: string) => `${address.replace('?', '/')}/`.startsWith(`${home}/`)
  return next !== null && isWithin(next) && isWithin(new URL(next, 'http://pages').pathname) ? next : home
}
