/** Whether this is Cloudflare Workers, where the handler of a request cannot wait for I/O that another one has started. */
export const isWorkers = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === 'Cloudflare-Workers'
