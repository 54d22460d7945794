/** Returns whether this is Cloudflare Workers, where no request can wait for I/O that another one has started. */
export const isWorkers = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'
