const portal = new URL(document.baseURI)

/** The address of the service, from the base URL that it set in the page. */
const SERVICE = new URL('..', portal)
export const NATIVE_URL = new URL('trpc', SERVICE).href
export const REST_URL = new URL('partners/v1', SERVICE).href
export const REFERENCE_URL = `${REST_URL}/docs`
/** The prefix of the paths of all pages. */
export const BASENAME = SERVICE.pathname.replace(/\/$/, '') || '/'
