import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
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

/** Signed by the reference implementation. */
const headersOf = (body = BODY, secret = SECRET): Record<string, string> => ({
  'webhook-id': EVENT.id,
  'webhook-timestamp': String(SENT_AT.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign(EVENT.id, SENT_AT, body),
})
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

  it('returns the event that Svix signed', async () => {
    const signature = new SvixWebhook(SECRET).sign(EVENT.id, SENT_AT, BODY)
    expect(await verify(BODY, { ...headersOf(), 'webhook-signature': signature }, SECRET, at(0))).toEqual(EVENT)
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
    ['wrong-signature', () => verify(BODY, headersOf(), [], at(0))],
    ['invalid-json', () => verify('{', headersOf('{'), SECRET, at(0))],
  ])('rejects with the reason %s', async (reason, verification) => {
    expect(await reasonOf(verification())).toBe(reason)
  })

  it('errors contain neither the secret nor the body', async () => {
    const error = await verify(BODY, headersOf(BODY, OTHER_SECRET), SECRET, at(0)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'WebhookVerificationError',
      message: expect.not.stringMatching(/whsec|Padaria/),
    })
  })
})
