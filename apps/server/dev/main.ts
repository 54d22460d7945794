/**
 * `pnpm dev`: serves the portal and the console from their sources, forwards everything else to the service, and
 * restarts the service when its sources change.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { forward, sendUnavailable } from './forward.ts'
import type { Loaded } from './messages.ts'
import { Pages } from './pages.ts'
import { RestartingService } from './restarting-service.ts'
import { watchSources } from './watched-sources.ts'

const service = new RestartingService(process.argv.slice(2))
const server = createServer()
let pages: Pages | undefined

/** Listens once the service is loaded for the first time, because the address is in its settings. */
async function listen(settings: Loaded): Promise<void> {
  if (server.listening) return
  const { host, port, hasTrustedProxies } = settings
  server.on('request', (request, response) => {
    if (!pages?.serve(request, response)) void forwardToService(request, response, hasTrustedProxies)
  })
  server.listen({ host, port })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    process.stderr.write(`PORT ${port} cannot be used (${error.code}): set PORT and HOST to a free address\n`)
    return stop(1)
  })
  pages = await Pages.open(server, settings)
}

async function forwardToService(
  request: IncomingMessage,
  response: ServerResponse,
  hasTrustedProxies: boolean,
): Promise<void> {
  const port = await service.port()
  if (port === undefined) sendUnavailable(response)
  else forward(request, response, port, hasTrustedProxies)
}

const stopWatching = watchSources((file) => {
  process.stderr.write(`\n${file} has changed\n`)
  void service.restart(listen)
})

async function stop(exitCode: number): Promise<void> {
  await service.stop()
  await stopWatching()
  await pages?.close()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0))
await service.restart(listen)
