/** In Cloudflare Workers, a request cannot wait for the I/O of another. */
export const IS_WORKERS =
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'
