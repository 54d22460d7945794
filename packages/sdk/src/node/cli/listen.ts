import { randomBytes, webcrypto } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PartnerAccounts } from '../../client.ts'
import { ApiError, PartnerAccountsError } from '../../errors/errors.ts'
import { succeeds } from '../../options/checks.ts'
import { signedRequest } from '../../webhooks/signature.ts'
import type { PartnerAccountsEvent } from '../../wire/models.ts'
import { CommandError, type CommandOptions, readClientOptions } from './settings.ts'

const POLL_INTERVAL_MS = 5_000
/** The service's own timeout. */
const DELIVERY_TIMEOUT_MS = 5_000

/** Forwards the events after `--after`, or new ones, until the process is interrupted. */
export async function listen(options: CommandOptions): Promise<never> {
  const { 'forward-to': url = '', credentials } = options
  if (!/^https?:/.test(url) || !succeeds(() => new URL(url))) {
    throw new CommandError('Give the address of your endpoint, such as --forward-to http://127.0.0.1:3000/webhooks.')
  }
  // Node 18 has no global Web Crypto.
  globalThis.crypto ??= webcrypto as Crypto
  const { events } = new PartnerAccounts(readClientOptions(credentials))
  const listAfter = (after: string | undefined) => events.list({ after }, { priority: 'low' })
  let { after } = options
  if (after === undefined) for await (const { id } of listAfter(after)) after = id

  const secret = `whsec_${randomBytes(24).toString('base64')}`
  console.log(`Forwarding events to ${url}\nSecret: ${secret}`)
  for (;;) {
    try {
      for await (const event of listAfter(after)) {
        console.log(`${event.timestamp} ${event.type} ${event.id} ${await forward(event, url, secret)}`)
        after = event.id
      }
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status < 500 && (error.code ?? error.fields)
      if (isFinal || !(error instanceof PartnerAccountsError)) throw error
      console.error(error.message)
    }
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Returns the status of the response, or why there is none. */
async function forward(event: PartnerAccountsEvent, url: string, secret: string): Promise<string> {
  const request = await signedRequest(event, { url, secret, sentAt: Date.now() })
  try {
    const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
    const response = await fetch(request, { redirect: 'manual', signal })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    return `failed: ${cause?.code ?? message}`
  }
}
