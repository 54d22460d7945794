import { verify, WebhookVerificationError } from '@partner-accounts/sdk/webhooks'

/**
 * Next.js: `app/webhooks/route.js` exports POST. Hono: `app.post('/webhooks', (c) => POST(c.req.raw))`. Cloudflare
 * Workers: `export default { fetch: POST }`, with the secret of `env`.
 */
export async function POST(request) {
  try {
    const event = await verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
    await enqueue(event)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return Response.json({ reason: error.reason }, { status: 400 })
  }
}

/** Your queue. An event may arrive twice: its id is the same. */
const queue = new Map()
const enqueue = async (event) => void queue.set(event.id, event)
