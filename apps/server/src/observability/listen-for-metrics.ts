import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'
import type { MetricsListener } from '../settings/settings.ts'
import type { Metrics } from './metrics.ts'

const REQUEST_TIMEOUT_MS = 10_000

/**
 * @returns `undefined` when the default port is taken
 * @throws Error when a configured port is taken
 */
export async function listenForMetrics(
  { host, port, isChosen }: MetricsListener,
  metrics: Metrics,
  logger: Logger,
): Promise<FastifyInstance | undefined> {
  const app = Fastify({ requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true })
  void app.register(metrics.plugin)
  try {
    await app.listen({ host, port })
    return app
  } catch (error) {
    await app.close()
    if (isChosen) throw error
    logger.error({ port, error: errorCode(error) }, 'metrics are not served: set METRICS_PORT to a free port')
    return undefined
  }
}
