import Fastify from 'fastify'
import { verify, WebhookVerificationError } from '@partner-accounts/sdk/webhooks'

const app = Fastify()
const seen = new Set()

// The signature covers the raw bytes, so the body is not parsed.
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

app.post('/webhooks', async (request, reply) => {
  const event = await verify(request.body, request.headers, process.env.WEBHOOK_SECRET)
  if (!seen.has(event.id)) console.log(`${event.type} ${event.id}`)
  seen.add(event.id)
  return reply.code(204).send()
})

app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof WebhookVerificationError)) return reply.send(error)
  return reply.code(400).send({ reason: error.reason })
})

console.log(await app.listen({ port: Number(process.env.PORT ?? 3001), host: '127.0.0.1' }))
