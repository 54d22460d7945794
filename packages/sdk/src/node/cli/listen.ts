import { randomBytes, webcrypto } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PartnerAccounts } from '../../client.ts'
import { ApiError, PartnerAccountsError, UsageError } from '../../errors/errors.ts'
import { succeeds } from '../../options/checks.ts'
import { MAX_PAGE_SIZE } from '../../constants.ts'
import { signedRequest } from '../../webhooks/signature.ts'
import type { EventType, PartnerAccountsEvent } from '../../wire/models.ts'
import { printable } from './printable.ts'
import { CommandError, type CommandOptions, readClientOptions } from './settings.ts'

const POLL_INTERVAL_MS = 5_000
/** The service's own timeout. */
const DELIVERY_TIMEOUT_MS = 5_000

const CERTIFICATE_ERRORS = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]
const CERTIFICATE_ADVICE =
  '. Set NODE_EXTRA_CA_CERTS to the file of your certificate or its authority, or forward to an http:// address'

/** Forwards the events after `--after`, or new ones, until the process is interrupted. */
export async function listen(options: CommandOptions, pollIntervalMs = POLL_INTERVAL_MS): Promise<never> {
  const { 'forward-to': given = '', credentials } = options
  const url = /^[\w.-]+:\d/.test(given) ? `http://${given}` : given
  if (!/^https?:/.test(url) || !succeeds(() => new URL(url))) {
    throw new CommandError('Give the address of your endpoint, such as --forward-to http://127.0.0.1:3000/webhooks.')
  }
  // Node 18 has no global Web Crypto.
  globalThis.crypto ??= webcrypto as typeof globalThis.crypto
  const { events } = new PartnerAccounts(readClientOptions(credentials))
  const types = options.types?.split(',') as EventType[] | undefined
  const filter = { types, account_id: options.account, max_results: MAX_PAGE_SIZE }
  const listAfter = (position: string) => events.list({ ...filter, after: position }, { priority: 'low' })
  let after = options.after ?? (await listAfter('latest')).meta.after

  const secret = `whsec_${randomBytes(24).toString('base64')}`
  console.log(`Forwarding events to ${url}\nSecret: ${secret}`)
  for (;;) {
    try {
      const page = await listAfter(after)
      for (const event of page) {
        const result = await forward(event, url, secret)
        console.log(printable(`${event.timestamp} ${event.type} ${event.id} ${result}`))
        after = event.id
      }
      after = page.meta.after
      if (page.hasNextPage()) continue
    } catch (error) {
      // A response without code and fields came from a proxy, so a retry may succeed.
      const isRejected = error instanceof ApiError && error.status < 500 && (error.code ?? error.fields)
      const isFinal = isRejected || error instanceof UsageError
      if (isFinal || !(error instanceof PartnerAccountsError)) throw error
      console.error(printable(error.message))
    }
    await sleep(pollIntervalMs)
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
    const code = cause?.code ?? message
    return `failed: ${code}${CERTIFICATE_ERRORS.includes(code) ? CERTIFICATE_ADVICE : ''}`
  }
}
