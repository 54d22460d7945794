import { Buffer } from 'node:buffer'
import { verify, WebhookVerificationError } from '@partner-accounts/sdk/webhooks'

/** AWS Lambda behind an API Gateway, with payload format 1.0 or 2.0, or behind a function URL or a load balancer. */
export async function handler(request) {
  const { body, headers, isBase64Encoded } = request
  try {
    const received = isBase64Encoded ? Buffer.from(body, 'base64') : body
    const event = await verify(received, headers, process.env.WEBHOOK_SECRET)
    console.log(`${event.type} ${event.id}`)
    return { statusCode: 204 }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return { statusCode: 400, body: JSON.stringify({ reason: error.reason }) }
  }
}
