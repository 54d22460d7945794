import { PartnerAccountsError } from '../errors/errors.ts'
import { expect, isObject, isText, parseObject } from '../options/checks.ts'
import type { PartnerAccountsEvent } from '../wire/models.ts'
import { hasSignature, importSecret, type SecretKey } from './signature.ts'

export type { PartnerAccountsEvent }

/**
 * - `parsed-body`: `body` is neither text nor bytes. A parser of the framework has changed it.
 * - `encoded-body`: `body` is base64, as AWS Lambda passes it with `isBase64Encoded`. Decode it first.
 * - `invalid-secret`: no secret, or text other than base64 after `whsec_`.
 * - `missing-header`: the request has no `webhook-id`, `webhook-timestamp` or `webhook-signature`.
 * - `invalid-timestamp`: not a number of seconds.
 * - `too-old`, `too-new`: sent more than the tolerance before or after this clock's time.
 * - `wrong-signature`: from another sender, for another secret, or changed on its way.
 * - `invalid-json`: correctly signed, but not an event.
 */
export type WebhookVerificationReason =
  | 'parsed-body'
  | 'encoded-body'
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
  toleranceSeconds?: number | undefined
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined
}

/** `Headers`, or an object such as Node's `request.headers`. `null` and `undefined` cause `missing-header`. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | null | undefined>> | null | undefined

const DEFAULT_TOLERANCE_SECONDS = 300

/**
 * Verifies a pushed event, and returns it.
 *
 * @param body as received: text or bytes, not parsed
 * @param secret of the endpoint (`whsec_…`), or both secrets while one is rotated; `undefined` in a list is ignored
 * @throws WebhookVerificationError with the `reason`, or a UsageError for an invalid option
 * @example
 * const event = await verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET!)
 * if (event.type === 'subscription.activated') await activate(event.data.account_id)
 */
export async function verify(
  body: string | ArrayBuffer | ArrayBufferView,
  headers: WebhookHeaders,
  secret: string | readonly (string | undefined)[],
  options: VerifyOptions = {},
): Promise<PartnerAccountsEvent> {
  const { nowSeconds, toleranceSeconds } = readOptions(options)
  const bytes = readBody(body)
  const keys = await Promise.all(readSecrets(secret).map(readSecret))
  const id = requireHeader(headers, 'webhook-id')
  const timestamp = requireHeader(headers, 'webhook-timestamp')
  const signatures = requireHeader(headers, 'webhook-signature')
  checkAge(timestamp, nowSeconds, toleranceSeconds)
  for (const key of keys) {
    if (await hasSignature(signatures, key, { id, timestamp, body: bytes })) return parseEvent(bytes)
  }
  throw new WebhookVerificationError('wrong-signature', 'No signature of the request matches the secret.')
}

/** Rejects values that are not numbers: comparisons with `NaN` are false, so that no request would be too old. */
function readOptions(options: VerifyOptions | null): { nowSeconds: number; toleranceSeconds: number } {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now } = options ?? {}
  const isTolerance = typeof toleranceSeconds === 'number' && toleranceSeconds >= 0
  expect(isTolerance, `toleranceSeconds must be a number >= 0, not ${String(toleranceSeconds)}.`)
  const nowMs: unknown = now()
  expect(typeof nowMs === 'number' && Number.isFinite(nowMs), `now must return a number, not ${String(nowMs)}.`)
  return { nowSeconds: nowMs / 1_000, toleranceSeconds }
}

function readBody(body: unknown): Uint8Array {
  const bytes = toBytes(body)
  // An event is a JSON object, so a body of only these characters is base64.
  if (/^[\w+/\r\n-]{12,}={0,2}$/.test(new TextDecoder().decode(bytes).trim())) {
    throw new WebhookVerificationError('encoded-body', 'The body is base64: pass the decoded bytes.')
  }
  return bytes
}

/** Accepts bytes of every kind, also of another realm, such as those of jsdom. */
function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  const tag = Object.prototype.toString.call(body)
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') return new Uint8Array(body as ArrayBuffer)
  throw new WebhookVerificationError('parsed-body', 'Pass the body as received: text or bytes, not a parsed object.')
}

/** Removes quotes, spaces and line breaks around the secrets, which files and variables often add. */
function readSecrets(secret: unknown): string[] {
  const secrets = [secret]
    .flat()
    .filter((each): each is string => typeof each === 'string')
    .map((each) =>
      each
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
    )
    .filter((each) => each !== '')
  if (secrets.length > 0) return secrets
  throw new WebhookVerificationError('invalid-secret', 'There is no webhook secret: it starts with whsec_.')
}

async function readSecret(secret: string): Promise<SecretKey> {
  try {
    return await importSecret(secret)
  } catch (cause) {
    const reason = globalThis.crypto?.subtle ? 'It starts with whsec_.' : 'This runtime has no global Web Crypto.'
    const error = new WebhookVerificationError('invalid-secret', `The webhook secret cannot be read. ${reason}`)
    throw Object.assign(error, { cause })
  }
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headers ? valueOf(headers, name) : undefined
  if (!value) throw new WebhookVerificationError('missing-header', `The request has no header ${name}.`)
  return value
}

function valueOf(headers: NonNullable<WebhookHeaders>, name: string): string {
  if (typeof headers.get === 'function') return String(headers.get(name) ?? '').trim()
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  const values = [entry?.[1]].flat().filter((value) => value !== undefined && value !== null)
  return values.map(String).join(' ').trim()
}

function checkAge(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    const message = `webhook-timestamp is not a number of seconds: ${timestamp}`
    throw new WebhookVerificationError('invalid-timestamp', message)
  }
  const age = Math.round(nowSeconds - Number(timestamp))
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError('too-old', `The request was sent ${age} seconds ago. Is this clock right?`)
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError('too-new', `The request is ${-age} seconds ahead of this clock.`)
  }
}

function parseEvent(bytes: Uint8Array): PartnerAccountsEvent {
  const event = parseObject(new TextDecoder().decode(bytes))
  const isEvent = isText(event?.['id']) && isText(event['type']) && isObject(event['data'])
  if (isEvent) return event as unknown as PartnerAccountsEvent
  throw new WebhookVerificationError('invalid-json', 'The body is signed, but is not an event.')
}
