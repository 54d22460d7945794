import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { verify, type VerifyOptions, WebhookVerificationError } from '../src/webhooks/index.ts'

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
const OTHER_SECRET = `whsec_${btoa('another secret of at least 24 bytes')}`
const SENT_AT = new Date('2026-11-23T12:00:00Z')
const EVENT = {
  id: '6740f3c2a1b2c3d4e5f60718',
  type: 'subscription.canceled',
  timestamp: SENT_AT.toISOString(),
  data: { account_id: '6740f3c2a1b2c3d4e5f60719', name: 'Padaria São João' },
}
const BODY = JSON.stringify(EVENT)

/** Returns the headers of a request that the reference implementation signed. */
const headersOf = (body = BODY, secret = SECRET): Record<string, string> => ({
  'webhook-id': EVENT.id,
  'webhook-timestamp': String(SENT_AT.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign(EVENT.id, SENT_AT, body),
})
/** Options for a clock that is this many seconds ahead of the event. */
const at = (seconds: number): VerifyOptions => ({ now: () => SENT_AT.getTime() + seconds * 1000 })
const reasonOf = (verification: Promise<unknown>) =>
  verification.then(
    () => 'verified',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
  )

describe('verify', () => {
  it('returns the event that the reference implementation signed, from text or bytes', async () => {
    expect(await verify(BODY, headersOf(), SECRET, at(0))).toEqual(EVENT)
    expect(await verify(Buffer.from(BODY), new Headers(headersOf()), SECRET, at(0))).toEqual(EVENT)
  })

  it('the type of an event determines its data', async () => {
    const event = await verify(BODY, headersOf(), SECRET, at(0))
    // @ts-expect-error -- events of portal users have no account
    void event.data.account_id
    expect(event.type === 'subscription.canceled' && event.data.account_id).toBe(EVENT.data.account_id)
  })

  it('accepts headers in any case, lists of values, and a signature that follows others', async () => {
    const { 'webhook-signature': signature, ...others } = headersOf()
    const headers = { ...others, 'Webhook-Signature': ['v1a,AAAA', 'v1,*', `v1,AAAA ${signature}`] }
    expect(await verify(BODY, headers, SECRET, at(0))).toEqual(EVENT)
  })

  it('accepts either secret while one is rotated', async () => {
    expect(await verify(BODY, headersOf(), [OTHER_SECRET, SECRET], at(0))).toEqual(EVENT)
  })

  it('accepts requests up to five minutes before or after this clock, or the given tolerance', async () => {
    const reasonAt = (seconds: number, options?: VerifyOptions) =>
      reasonOf(verify(BODY, headersOf(), SECRET, { ...at(seconds), ...options }))
    expect(await Promise.all([300, -300].map((seconds) => reasonAt(seconds)))).toEqual(['verified', 'verified'])
    expect(await Promise.all([301, -301].map((seconds) => reasonAt(seconds)))).toEqual(['too-old', 'too-new'])
    expect(await reasonAt(11, { toleranceSeconds: 10 })).toBe('too-old')
    expect(await reasonAt(11, { toleranceSeconds: undefined })).toBe('verified')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['parsed-body', () => verify(EVENT as never, headersOf(), SECRET, at(0))],
    ['invalid-secret', () => verify(BODY, headersOf(), 'whsec_?', at(0))],
    ['invalid-secret', () => verify(BODY, headersOf(), '', at(0))],
    ['missing-header', () => verify(BODY, { ...headersOf(), 'webhook-id': undefined }, SECRET, at(0))],
    ['missing-header', () => verify(BODY, new Headers(), SECRET, at(0))],
    ['invalid-timestamp', () => verify(BODY, { ...headersOf(), 'webhook-timestamp': '1e9' }, SECRET, at(0))],
    ['wrong-signature', () => verify(`${BODY} `, headersOf(), SECRET, at(0))],
    ['wrong-signature', () => verify(BODY, { ...headersOf(), 'webhook-id': 'another' }, SECRET, at(0))],
    ['wrong-signature', () => verify(BODY, headersOf(BODY, OTHER_SECRET), SECRET, at(0))],
    ['invalid-secret', () => verify(BODY, headersOf(), [], at(0))],
    ['invalid-secret', () => verify(BODY, headersOf(), [undefined, ''], at(0))],
    ['invalid-secret', () => verify(BODY, headersOf(), undefined as never, at(0))],
    ['encoded-body', () => verify(btoa('{"id":"1"}'), headersOf(), SECRET, at(0))],
    ['encoded-body', () => verify(Buffer.from(BODY).toString('base64'), headersOf(), SECRET, at(0))],
    ['encoded-body', () => verify(Buffer.from(btoa('{"id":"1"}')), headersOf(), SECRET, at(0))],
    ['encoded-body', () => verify(`${btoa('{"id":"1","type":"a"}')}\r\n`, headersOf(), SECRET, at(0))],
    ['parsed-body', () => verify(undefined as never, headersOf(), SECRET, at(0))],
    ['parsed-body', () => verify([1, 2] as never, headersOf(), SECRET, at(0))],
    ['parsed-body', () => verify(Buffer.from(BODY).toJSON() as never, headersOf(), SECRET, at(0))],
    ['missing-header', () => verify(BODY, undefined, SECRET, at(0))],
    ['missing-header', () => verify(BODY, null, SECRET, at(0))],
    ['missing-header', () => verify(BODY, { ...headersOf(), 'webhook-signature': null }, SECRET, at(0))],
    ['missing-header', () => verify(BODY, { ...headersOf(), 'webhook-signature': [] }, SECRET, at(0))],
    ['invalid-json', () => verify('{', headersOf('{'), SECRET, at(0))],
  ])('rejects with the reason %s', async (reason, verification) => {
    expect(await reasonOf(verification())).toBe(reason)
  })

  it.each(['null', '5', '[]', '{}', '"text"', '{"id":1,"type":"x","data":{}}', '{"id":"1","type":"x"}'])(
    'rejects the signed body %s, which is not an event',
    async (body) => {
      expect(await reasonOf(verify(body, headersOf(body), SECRET, at(0)))).toBe('invalid-json')
    },
  )

  it.each<[string, VerifyOptions]>([
    ['a tolerance of NaN', { toleranceSeconds: NaN }],
    ['a tolerance that is text', { toleranceSeconds: '300' as never }],
    ['a tolerance that is null', { toleranceSeconds: null as never }],
    ['a negative tolerance', { toleranceSeconds: -1 }],
    ['a clock that returns NaN', { now: () => NaN }],
    ['a clock that returns nothing', { now: () => undefined as never }],
    ['a clock that returns a date', { now: () => new Date() as never }],
  ])('throws UsageError for %s, instead of accepting requests of 1970', async (_what, options) => {
    const headers: Record<string, string> = { ...headersOf(), 'webhook-timestamp': '0' }
    headers['webhook-signature'] = new Webhook(SECRET).sign(EVENT.id, new Date(0), BODY)
    expect(await reasonOf(verify(BODY, headers, SECRET))).toBe('too-old')
    await expect(verify(BODY, headers, SECRET, options)).rejects.toMatchObject({ name: 'UsageError' })
  })

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => ArrayBuffer | ArrayBufferView]>([
    ['ArrayBuffer', (bytes) => bytes.buffer],
    [
      'SharedArrayBuffer',
      (bytes) => {
        const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
        shared.set(bytes)
        return shared
      },
    ],
    ['DataView', (bytes) => new DataView(bytes.buffer)],
    ['Uint8ClampedArray', (bytes) => new Uint8ClampedArray(bytes.buffer)],
    ['a part of a Buffer', (bytes) => Buffer.concat([Buffer.from('xx'), bytes]).subarray(2)],
    [
      'Uint8Array of another realm',
      (bytes) => runInNewContext('Uint8Array.from(list)', { list: [...bytes] }) as Uint8Array,
    ],
    [
      'ArrayBuffer of another realm',
      (bytes) => runInNewContext('Uint8Array.from(list).buffer', { list: [...bytes] }) as ArrayBuffer,
    ],
  ])('accepts bytes as %s', async (_kind, convert) => {
    const bytes = new TextEncoder().encode(BODY)
    expect(await verify(convert(bytes), headersOf(), SECRET, at(0))).toEqual(EVENT)
  })

  it.each([
    ['a line break', `${SECRET}\n`],
    ['spaces', `  ${SECRET} `],
    ['double quotes', `"${SECRET}"`],
    ['single quotes and a space', ` '${SECRET}' `],
    ['no second secret', [SECRET, undefined]],
    ['an empty second secret', [SECRET, '']],
  ])('accepts a secret with %s', async (_what, secret) => {
    expect(await verify(BODY, headersOf(), secret, at(0))).toEqual(EVENT)
  })

  it('accepts signatures that a gateway has joined by commas, and numbers as values', async () => {
    const { 'webhook-signature': signature, 'webhook-timestamp': timestamp } = headersOf()
    const headers = {
      ...headersOf(),
      'webhook-signature': `${signature}, v1,AAAA`,
      'webhook-timestamp': Number(timestamp),
    }
    expect(await verify(BODY, headers as never, SECRET, at(0))).toEqual(EVENT)
  })

  it('rejects a header with thousands of signatures after the first ten, because each costs a hash', async () => {
    const verifying = vi.spyOn(crypto.subtle, 'verify')
    const headers = { ...headersOf(), 'webhook-signature': 'v1,AAAA '.repeat(2_000) }
    await expect(verify(BODY, headers, SECRET, at(0))).rejects.toMatchObject({ reason: 'wrong-signature' })
    expect(verifying).toHaveBeenCalledTimes(10)
    verifying.mockRestore()
  })

  it('errors contain neither the secret nor the body', async () => {
    const error = await verify(BODY, headersOf(BODY, OTHER_SECRET), SECRET, at(0)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'WebhookVerificationError',
      message: expect.not.stringMatching(/whsec|Padaria/),
    })
  })
})
