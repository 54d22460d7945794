import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Resellers } from './people.ts'
import type { Internal } from './service.ts'

/** Fixed, so that the URLs are always the same. Nothing listens there after the seed, so deliveries of later events fail. */
const PORT = 48_411
const STATE_TIMEOUT_MS = 10_000
const STATE_INTERVAL_MS = 50

const TEST_EVENT = 'webhook.test'
/** Response status by path. Every path accepts the test event, because it verifies the endpoint. */
const RESPONSES: Record<string, number> = { '/works': 204, '/fails': 500, '/gone': 410, '/paused': 204 }

export interface Endpoints {
  working: string
  failing: string
  gone: string
  paused: string
  close: () => Promise<void>
}

/**
 * Creates a working, a failing, a gone and a paused endpoint on this machine. They receive the events of the seed's changes
 * until `close`.
 */
export async function addEndpoints(internal: Internal, { north, south }: Resellers): Promise<Endpoints> {
  const server = createServer((request, response) => void respond(request, response)).listen(PORT, '127.0.0.1')
  await once(server, 'listening')
  const add = async (partnerId: string, path: string, types: 'subscription.canceled'[] = []): Promise<string> => {
    const { id } = await internal.webhooks.create.mutate({ partnerId, url: `http://127.0.0.1:${PORT}${path}`, types })
    await waitForStatus(internal, id, 'active')
    return id
  }
  const [working, paused, failing, gone] = await Promise.all([
    add(north.id, '/works'),
    add(north.id, '/paused'),
    // Receives only few events, because the service retries failed deliveries for three days, and logs each attempt.
    add(south.id, '/fails', ['subscription.canceled']),
    add(south.id, '/gone'),
  ])
  await internal.webhooks.pause.mutate({ id: paused })
  return {
    working,
    failing,
    gone,
    paused,
    close: () => close(server),
  }
}

/**
 * Waits until the gone endpoint is disabled, the failing endpoint has failed and the working endpoint has received its
 * events. Each wait ends after ten seconds.
 */
export async function waitForDeliveries(internal: Internal, { working, failing, gone }: Endpoints): Promise<void> {
  const deliveriesOf = async (id: string) => (await internal.webhooks.get.query({ id })).deliveries
  await waitForStatus(internal, gone, 'disabled')
  await waitUntil(async () => (await deliveriesOf(failing)).some(({ responseStatus }) => responseStatus === 500))
  await waitUntil(async () => (await deliveriesOf(working)).every(({ status }) => status === 'sent'))
}

const waitForStatus = (internal: Internal, id: string, expected: string): Promise<void> =>
  waitUntil(async () => (await internal.webhooks.get.query({ id })).status === expected)

/** Waits until the condition is met, or for ten seconds: sample data may be incomplete on a slow machine. */
async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + STATE_TIMEOUT_MS
  while (!(await condition()) && Date.now() < deadline) await wait(STATE_INTERVAL_MS)
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request)
  const status = body.includes(`"${TEST_EVENT}"`) ? 204 : (RESPONSES[request.url ?? ''] ?? 404)
  response.writeHead(status).end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
