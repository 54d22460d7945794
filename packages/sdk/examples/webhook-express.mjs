import express from 'express'
import { verify, WebhookVerificationError } from '@partner-accounts/sdk/webhooks'

const app = express()
const seen = new Set()

// The signature covers the raw bytes, so `express.json()` must not parse the body.
app.post('/webhooks', express.raw({ type: '*/*' }), (request, response, next) => {
  // Express 4 does not catch the rejection of a handler. Without `catch`, it would end the process.
  receive(request, response).catch(next)
})

async function receive(request, response) {
  const event = await verify(request.body, request.headers, process.env.WEBHOOK_SECRET)
  if (!seen.has(event.id)) console.log(`${event.type} ${event.id}`)
  seen.add(event.id)
  response.sendStatus(204)
}

app.use((error, _request, response, next) => {
  if (!(error instanceof WebhookVerificationError)) return next(error)
  response.status(400).json({ reason: error.reason })
})

const server = app.listen(Number(process.env.PORT ?? 3001), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
