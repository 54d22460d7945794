import { setTimeout as wait } from 'node:timers/promises'
import { createIdGenerator } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import { expect, vi } from 'vitest'
import { accountBody, addPortalUser, type PartnerClient, signedIn } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import type { Instance } from './fleet.ts'

const newId = createIdGenerator()
const REDEMPTIONS = 5
const RETRY_DELAY_MS = 100
/** Short enough that some request is always in flight, and long enough to keep the number of mails small. */
const PAUSE_MS = 20

/** A response, or status 0 if the connection broke. */
export interface LoadResponse {
  status: number
  ms: number
  retryAfter: string | null
  text: string
}

/** A partner whose coupon allows a few redemptions. It creates accounts continuously and retries each until it succeeds. */
export class CreationLoad {
  readonly responses: LoadResponse[] = []
  /** The acknowledged creations, by `Idempotency-Key`. */
  readonly acknowledged = new Map<string, { body: object; text: string }>()
  readonly partner: PartnerClient
  readonly #instances: readonly Instance[]
  readonly #database: Database
  #stopping = false
  #workers: Promise<void>[] = []

  private constructor(instances: readonly Instance[], database: Database, partner: PartnerClient) {
    this.#instances = instances
    this.#database = database
    this.partner = partner
  }

  static async prepare(instances: readonly Instance[], database: Database): Promise<CreationLoad> {
    const [first] = instances
    const user = await addPortalUser({ database })
    const coupon = newId()
    const { coupons, partners } = internalClient(first!)
    await coupons.create.mutate({ code: coupon, percentOff: 20, maxRedemptions: REDEMPTIONS })
    await partners.setCoupon.mutate({ id: user.partnerId, coupon })
    return new CreationLoad(instances, database, await signedIn(first!, user))
  }

  start(workers: number): this {
    this.#workers = Array.from({ length: workers }, (_, index) => this.#create(index))
    return this
  }

  /** Resolves after `count` more responses with this status. */
  async untilResponses(status: number, count = 1): Promise<void> {
    const target = this.count(status) + count
    await vi.waitFor(() => expect(this.count(status)).toBeGreaterThanOrEqual(target), 120_000)
  }

  /** Stops new creations, and resolves when all earlier ones have been acknowledged. */
  async finish(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#workers)
  }

  /** Sends one creation, without retries. */
  async send(instance: Instance, key: string, body: object): Promise<LoadResponse> {
    const started = performance.now()
    const headers = { authorization: `Bearer ${this.partner.token}`, 'idempotency-key': key }
    const url = `${instance.baseUrl}/partner-accounts`
    const { status, retryAfter, text } = await sendPost(url, headers, JSON.stringify(body))
    return { status, retryAfter, text, ms: performance.now() - started }
  }

  /**
   * Sends a creation to one instance after the other until it succeeds, and returns the body of the response.
   *
   * @param firstInstance index of the instance to begin with
   */
  async createUntilAcknowledged(key: string, body: object, firstInstance = 0): Promise<string> {
    for (let index = firstInstance; ; index++) {
      const response = await this.send(this.#instances[index % this.#instances.length]!, key, body)
      this.responses.push(response)
      if (response.status === 200) return response.text
      await wait(RETRY_DELAY_MS)
    }
  }

  async #create(worker: number): Promise<void> {
    while (!this.#stopping) {
      const key = newId()
      const body = accountBody()
      this.acknowledged.set(key, { body, text: await this.createUntilAcknowledged(key, body, worker) })
      await wait(PAUSE_MS)
    }
  }

  /** Returns the ids of the acknowledged accounts. */
  ids = (): string[] => [...this.acknowledged.values()].map(({ text }) => (JSON.parse(text) as { _id: string })._id)

  /** Verifies that exactly the acknowledged accounts are stored, with their e-mails, redemptions, mails and audit entries. */
  async expectExactState(): Promise<void> {
    const ids = this.ids()
    const { prisma } = this.#database
    const where = { partnerId: this.partner.user.partnerId }
    const accounts = await prisma.account.findMany({ where })
    expect(accounts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const emails = await prisma.administratorEmail.findMany({ where })
    expect(emails.map(({ accountId }) => accountId).toSorted()).toEqual(ids.toSorted())

    const redeemed = await prisma.subscription.count({ where: { ...where, couponId: { not: null } } })
    const { couponId } = await prisma.partner.findUniqueOrThrow({ where: { id: where.partnerId } })
    const coupon = await prisma.coupon.findUniqueOrThrow({ where: { id: couponId! } })
    const expected = Math.min(REDEMPTIONS, ids.length)
    expect({ redeemed, counted: coupon.redemptions }).toEqual({ redeemed: expected, counted: expected })

    const mails = await prisma.mail.findMany({ where, select: { accountId: true, kind: true } })
    const kinds = ['administrator-activation', 'administrator-welcome']
    expect(mails.map(({ accountId, kind }) => `${accountId} ${kind}`).toSorted()).toEqual(
      ids.flatMap((id) => kinds.map((kind) => `${id} ${kind}`)).toSorted(),
    )
    expect(await prisma.auditEntry.count({ where: { ...where, action: 'account.created' } })).toBe(ids.length)
  }

  /** Verifies that every instance replays the last three creations byte for byte. */
  async expectReplays(): Promise<void> {
    for (const [key, { body, text }] of [...this.acknowledged].slice(-3)) {
      for (const instance of this.#instances)
        expect(await this.send(instance, key, body)).toMatchObject({ status: 200, text })
    }
  }

  /** Verifies that each response is 200, 503 in the envelope, or 409 while an earlier attempt is in flight. */
  expectValidResponses(): void {
    for (const { status, retryAfter, text } of this.responses) {
      if (status === 200 || status === 0) continue
      expect([409, 503]).toContain(status)
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
      expect(JSON.parse(text)).toMatchObject({ _status: 'ERR', _code: status, _error: { code: status } })
    }
  }

  count = (status: number): number => this.responses.filter((response) => response.status === status).length
}

async function sendPost(url: string, headers: Record<string, string>, body: string): Promise<Omit<LoadResponse, 'ms'>> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    }
  } catch {
    return { status: 0, retryAfter: null, text: '' }
  }
}
