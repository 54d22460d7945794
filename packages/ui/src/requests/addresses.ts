/** The address of the service, from the base URL that it set in the page. */
export const SERVICE_URL = new URL('..', document.baseURI)

/** The prefix of the paths of all pages. */
export const BASENAME = SERVICE_URL.pathname.replace(/\/$/, '') || '/'
