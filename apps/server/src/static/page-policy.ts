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

/**
 * Returns a Content-Security-Policy for a page.
 *
 * @param changes directives that the page needs in addition or replaces
 */
export const pagePolicy = (changes: Record<string, string> = {}): string =>
  Object.entries({ ...DIRECTIVES, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** Loads from and sends to this service only, and runs only the page's own files. */
export const PAGE_POLICY = pagePolicy()
