import type { FastifyInstance } from 'fastify'

export interface HealthOptions {
  version: string
  isReady: () => Promise<boolean>
}

const READY_TTL_MS = 1_000

export function healthPlugin(app: FastifyInstance, { version, isReady }: HealthOptions, done: () => void): void {
  const readCachedReadiness = cacheResult(isReady, READY_TTL_MS)
  app.get('/live', () => ({ status: 'live', version }))
  app.get('/ready', async (_request, reply) => {
    const ready = !app.isDraining() && (await readCachedReadiness())
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  done()
}

/** Returns a function that reads at most once per `ttlMs`. Concurrent callers share the result. */
function cacheResult<T>(read: () => Promise<T>, ttlMs: number): () => Promise<T> {
  let last: { result: Promise<T>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= ttlMs) last = { result: read(), at: now }
    return last.result
  }
}
