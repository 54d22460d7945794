const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** @param changes additional or replaced directives */
export const pagePolicy = (changes: Record<string, string> = {}): string =>
  Object.entries({ ...DIRECTIVES, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

export const PAGE_POLICY = pagePolicy()

/**
 * Directives of the portal and the console, for their manifest, the base URL of nested paths, and frames with mails.
 */
export const APP_DIRECTIVES = { 'manifest-src': "'self'", 'base-uri': "'self'", 'frame-src': "'self'" }
