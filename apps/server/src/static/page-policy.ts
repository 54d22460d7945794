const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** @param changes what a page needs beyond the rest, by directive */
export const pagePolicy = (changes: Record<string, string> = {}): string =>
  Object.entries({ ...DIRECTIVES, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** Nothing comes from anywhere else, nothing is sent anywhere else, and nothing runs but the page's own files. */
export const PAGE_POLICY = pagePolicy()
