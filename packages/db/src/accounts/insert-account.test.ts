import { DomainError } from '@partner-accounts/core'
import { describe, expect, it } from 'vitest'
import type { RunStatement } from '../sql/run.ts'
import { couponCheck } from './coupon-check.ts'
import { CreationQueue } from './creation-queue.ts'
import { insertAccount } from './insert-account.ts'
import type { AccountValues } from './values.ts'

const bytes = (fill: number) => new Uint8Array(32).fill(fill)
/** Returns a creation with one lookup per sealing key of the service. The current sealing key is the first. */
const creationWith = (...sealingKeys: [number, ...number[]]) => ({
  lookups: sealingKeys.map(bytes) as [Uint8Array, ...Uint8Array[]],
  fingerprints: [bytes(1)] as const,
  sealedResponse: bytes(2),
  ttlSeconds: 60,
})
const VALUES = { partnerId: 'p' } as AccountValues
const EMAIL_TAKEN = new DomainError('administrator-email-taken')
/** The row of an earlier creation with the key. `number` is `null`, because no account was inserted. */
const REPLAYED = { number: null, fingerprint: bytes(1), sealedResponse: bytes(3) }

describe('insertAccount', () => {
  /**
   * Runs `insertAccount` with fake statements that return `responses` in order. Returns the outcome and the parameters of
   * each statement.
   */
  async function insert(creation: ReturnType<typeof creationWith> | undefined, ...responses: (object[] | Error)[]) {
    const calls: Record<string, unknown>[] = []
    const run = ((_statement: unknown, parameters: Record<string, unknown>) => {
      calls.push(parameters)
      const response = responses[calls.length - 1]!
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    }) as RunStatement
    const hasCoupon = () => Promise.resolve(true)
    const outcome = await insertAccount(run, VALUES, { creation, hasCoupon, queue: undefined })
    return { outcome, calls }
  }

  it('rejects a partner that does not exist', async () => {
    expect((await insert(undefined, [{ number: 1 }])).outcome).toEqual({ kind: 'created' })
    await expect(insert(undefined, [])).rejects.toThrow('there is no partner p')
  })

  it('replays a stored response, and rejects a reused key and a creation that is in flight', async () => {
    expect((await insert(creationWith(4), [{ ...REPLAYED, number: 1 }])).outcome).toEqual({ kind: 'created' })
    expect((await insert(creationWith(4), [REPLAYED])).outcome).toEqual({ kind: 'replayed', sealedResponse: bytes(3) })
    const other = insert(creationWith(4), [{ ...REPLAYED, fingerprint: bytes(9) }])
    await expect(other).rejects.toMatchObject({ kind: 'idempotency-key-reused' })
    const inFlight = insert(creationWith(4), [{ number: null, fingerprint: null, sealedResponse: null }])
    await expect(inFlight).rejects.toMatchObject({ kind: 'idempotent-request-in-flight', retryAfterSeconds: 1 })
  })

  it('looks for a response sealed with another key only if the e-mail is taken and there is another key', async () => {
    const { outcome, calls } = await insert(creationWith(5, 4), EMAIL_TAKEN, [REPLAYED])
    expect(outcome.kind).toBe('replayed')
    expect(calls).toHaveLength(2)
    await expect(insert(creationWith(5, 4), EMAIL_TAKEN, EMAIL_TAKEN)).rejects.toBe(EMAIL_TAKEN)
    const failed = new DomainError('storage-unavailable')
    await expect(insert(creationWith(5, 4), failed, [REPLAYED])).rejects.toBe(failed)
    await expect(insert(creationWith(4), EMAIL_TAKEN, [REPLAYED])).rejects.toBe(EMAIL_TAKEN)
  })

  it('locks the lookups of all sealing keys in sorted order, and stores the first lookup', async () => {
    const { calls } = await insert(creationWith(5, 4), [REPLAYED])
    expect(calls[0]).toMatchObject({ lookup: bytes(5), fingerprint: bytes(1), ttlSeconds: 60, redeemsCoupon: true })
    // Each lock is the first 8 bytes of a lookup.
    const locks = [4, 5].map((fill) => Buffer.from(bytes(fill)).readBigInt64BE().toString())
    expect(calls[0]!['locks']).toEqual(locks)
  })
})

describe('CreationQueue', () => {
  it('rejects a retry while the first creation waits or runs, and accepts it afterwards', async () => {
    const queue = new CreationQueue(60_000)
    const { startBy, leave } = await queue.enter('p', creationWith(4))
    expect(startBy - performance.now()).toBeGreaterThan(50_000)
    await expect(queue.enter('p', creationWith(4))).rejects.toMatchObject({ kind: 'idempotent-request-in-flight' })
    leave()
    const again = await queue.enter('p', creationWith(4))
    again.leave()
  })

  it('forgets a creation whose wait for a slot timed out', async () => {
    const TIMEOUT_MS = 1
    const queue = new CreationQueue(TIMEOUT_MS)
    // A partner has two slots.
    const slots = [await queue.enter('p', undefined), await queue.enter('p', undefined)]
    await expect(queue.enter('p', creationWith(4))).rejects.toMatchObject({ kind: 'storage-unavailable' })
    for (const { leave } of slots) leave()
    const later = await queue.enter('p', creationWith(4))
    later.leave()
  })
})

it('couponCheck reads the partner only on Citus', async () => {
  const wheres: object[] = []
  const check = (hasCitus: boolean, partners: number) => {
    const count = ({ where }: { where: object }) => {
      wheres.push(where)
      return Promise.resolve(partners)
    }
    return couponCheck({ partner: { count } } as never, () => Promise.resolve(hasCitus))('p')
  }
  expect(await check(false, 0)).toBe(true)
  expect(wheres).toEqual([])
  expect([await check(true, 0), await check(true, 1)]).toEqual([false, true])
  expect(wheres[0]).toEqual({ id: 'p', couponId: { not: null } })
})
