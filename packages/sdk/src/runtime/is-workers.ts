/** Whether this is a Cloudflare Worker, where a request cannot wait for the I/O of another one. */
export const IS_WORKERS =
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'
