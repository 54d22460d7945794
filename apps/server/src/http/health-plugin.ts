import type { FastifyInstance } from 'fastify'

export interface HealthOptions {
  /** Whether the database answers and all migrations are in. */
  isReady: () => Promise<boolean>
}

/** For whoever keeps the process running (`live`) and sends it traffic (`ready`). */
export function healthPlugin(app: FastifyInstance, { isReady }: HealthOptions, done: () => void): void {
  app.get('/live', () => ({ status: 'live' }))
  app.get('/ready', async (_request, reply) => {
    const ready = !app.isDraining() && (await isReady())
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  done()
}
