import { PartnerAccountsError } from '../errors/errors.ts'
import type { PartnerAccountsEvent } from '../wire/models.ts'
import { hasSignature, importSecret, type SecretKey } from './signature.ts'

export type { PartnerAccountsEvent }

/**
 * - `parsed-body`: `body` is neither text nor bytes. A parser of the framework has changed it.
 * - `invalid-secret`: an empty secret, or text other than base64 after `whsec_`.
 * - `missing-header`: the request has no `webhook-id`, `webhook-timestamp` or `webhook-signature`.
 * - `invalid-timestamp`: not a number of seconds.
 * - `too-old`, `too-new`: sent more than the tolerance before or after this clock's time.
 * - `wrong-signature`: from another sender, for another secret, or changed on its way.
 * - `invalid-json`: correctly signed, but not an event.
 */
export type WebhookVerificationReason =
  | 'parsed-body'
  | 'invalid-secret'
  | 'missing-header'
  | 'invalid-timestamp'
  | 'too-old'
  | 'too-new'
  | 'wrong-signature'
  | 'invalid-json'

/** The request is not a valid event of the service: respond with 400. */
export class WebhookVerificationError extends PartnerAccountsError {
  protected static override get kind(): string {
    return 'WebhookVerificationError'
  }
  declare readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message, { reason })
  }
}

export interface VerifyOptions {
  /** Maximum age of the request, and maximum difference of clocks. Default: 300. */
  toleranceSeconds?: number
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: () => number
}

/** `Headers`, or an object such as Node's `request.headers`. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

const DEFAULT_TOLERANCE_SECONDS = 300

/**
 * Verifies a pushed event, and returns it.
 *
 * @param body as received: text or bytes, not parsed
 * @param secret of the endpoint (`whsec_…`), or both secrets while one is rotated
 * @throws WebhookVerificationError with the `reason`
 * @example
 * const event = await verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET!)
 * if (event.type === 'subscription.activated') await activate(event.data.account_id)
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<PartnerAccountsEvent> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (!(bytes instanceof Uint8Array)) {
    throw new WebhookVerificationError('parsed-body', 'Pass the body as received: text or bytes, not a parsed object.')
  }
  const keys = await Promise.all([secret].flat().map(readSecret))
  const id = requireHeader(headers, 'webhook-id')
  const timestamp = requireHeader(headers, 'webhook-timestamp')
  const signatures = requireHeader(headers, 'webhook-signature')
  checkAge(timestamp, now() / 1000, toleranceSeconds)
  for (const key of keys) {
    if (await hasSignature(signatures, key, { id, timestamp, body: bytes })) return parse(bytes)
  }
  throw new WebhookVerificationError('wrong-signature', 'No signature of the request matches the secret.')
}

async function readSecret(secret: string): Promise<SecretKey> {
  try {
    return await importSecret(secret)
  } catch (error) {
    const reason = globalThis.crypto?.subtle ? 'It starts with whsec_.' : 'This runtime has no global Web Crypto.'
    throw Object.assign(
      new WebhookVerificationError('invalid-secret', `The webhook secret cannot be read. ${reason}`),
      {
        cause: error,
      },
    )
  }
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : valueOf(headers, name)
  if (!value) throw new WebhookVerificationError('missing-header', `The request has no header ${name}.`)
  return value
}

function valueOf(headers: object, name: string): string | undefined {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return entry && [entry[1] as string | string[] | undefined].flat().join(' ')
}

function checkAge(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'invalid-timestamp',
      `webhook-timestamp is not a number of seconds: ${timestamp}`,
    )
  }
  const age = Math.round(nowSeconds - Number(timestamp))
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError('too-old', `The request was sent ${age} seconds ago. Is this clock right?`)
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError('too-new', `The request is ${-age} seconds ahead of this clock.`)
  }
}

function parse(bytes: Uint8Array): PartnerAccountsEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as PartnerAccountsEvent
  } catch {
    throw new WebhookVerificationError('invalid-json', 'The body is signed, but is not JSON.')
  }
}
