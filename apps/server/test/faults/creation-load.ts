import { setTimeout as wait } from 'node:timers/promises'
import { createIdGenerator } from '@partner-accounts/core'
import type { Database } from '@partner-accounts/db'
import { expect, vi } from 'vitest'
import { accountBody, addPortalUser, type PartnerClient, signedIn } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import type { Instance } from './fleet.ts'

const newId = createIdGenerator()
const REDEMPTIONS = 5
const ASK_AGAIN_AFTER_MS = 100
/** Enough to be in the middle of something at any moment, and few enough that the mails can be counted. */
const PAUSE_MS = 20

/** One answer, whatever it was; status 0 where the connection broke. */
export interface LoadAnswer {
  status: number
  ms: number
  retryAfter: string | null
  text: string
}

/** A partner, with a coupon of a few redemptions, that creates accounts without end and asks again until it has them. */
export class CreationLoad {
  readonly answers: LoadAnswer[] = []
  /** What was acknowledged, by the key that it was asked for with. */
  readonly acknowledged = new Map<string, { body: object; text: string }>()
  readonly #instances: readonly Instance[]
  readonly #database: Database
  readonly #partner: PartnerClient
  #stopping = false
  #workers: Promise<void>[] = []

  private constructor(instances: readonly Instance[], database: Database, partner: PartnerClient) {
    this.#instances = instances
    this.#database = database
    this.#partner = partner
  }

  static async prepare(instances: readonly Instance[], database: Database): Promise<CreationLoad> {
    const [first] = instances
    const user = await addPortalUser({ database })
    const coupon = newId()
    const { coupons, partners } = internalClient(first!)
    await coupons.create.mutate({ code: coupon, percent_off: 20, max_redemptions: REDEMPTIONS })
    await partners.setCoupon.mutate({ id: user.partnerId, coupon })
    return new CreationLoad(instances, database, await signedIn(first!, user))
  }

  start(workers: number): this {
    this.#workers = Array.from({ length: workers }, (_, index) => this.#create(index))
    return this
  }

  /** Resolves when `count` more requests have been answered with this status. */
  async untilAnswered(status: number, count = 1): Promise<void> {
    const target = this.count(status) + count
    await vi.waitFor(() => expect(this.count(status)).toBeGreaterThanOrEqual(target), 10_000)
  }

  /** Nothing new is asked for; resolves when everything that was has been acknowledged. */
  async finish(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#workers)
  }

  /** Asks once. */
  async ask(instance: Instance, key: string, body: object): Promise<LoadAnswer> {
    const started = performance.now()
    const headers = { authorization: `Bearer ${this.#partner.token}`, 'idempotency-key': key }
    const answer = await fetch(`${instance.baseUrl}/partner-accounts`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    }).then(
      async (response) => ({
        ...{ status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() },
      }),
      () => ({ status: 0, retryAfter: null, text: '' }),
    )
    return { ...answer, ms: performance.now() - started }
  }

  /** Asks one instance after the other until the account is there. */
  async askUntilAcknowledged(key: string, body: object, first = 0): Promise<string> {
    for (let attempt = first; ; attempt++) {
      const answer = await this.ask(this.#instances[attempt % this.#instances.length]!, key, body)
      this.answers.push(answer)
      if (answer.status === 200) return answer.text
      await wait(ASK_AGAIN_AFTER_MS)
    }
  }

  async #create(worker: number): Promise<void> {
    while (!this.#stopping) {
      const [key, body] = [newId(), accountBody()]
      this.acknowledged.set(key, { body, text: await this.askUntilAcknowledged(key, body, worker) })
      await wait(PAUSE_MS)
    }
  }

  /** Every account that was acknowledged is there once, nothing else is, and all that belongs to it likewise. */
  async expectExact(): Promise<void> {
    const ids = [...this.acknowledged.values()].map(({ text }) => (JSON.parse(text) as { _id: string })._id)
    const { prisma } = this.#database
    const where = { partnerId: this.#partner.user.partnerId }
    const accounts = await prisma.account.findMany({ where, include: { subscriptions: true } })
    expect(accounts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())

    const redeemed = accounts.flatMap(({ subscriptions }) => subscriptions.filter(({ couponId }) => couponId !== null))
    const { coupon } = await prisma.partner.findUniqueOrThrow({
      where: { id: where.partnerId },
      select: { coupon: true },
    })
    const given = Math.min(REDEMPTIONS, ids.length)
    expect({ redeemed: redeemed.length, counted: coupon?.redemptions }).toEqual({ redeemed: given, counted: given })

    const mails = await prisma.mail.findMany({ where, select: { accountId: true, kind: true } })
    const kinds = ['administrator_activation', 'administrator_welcome']
    expect(mails.map(({ accountId, kind }) => `${accountId} ${kind}`).toSorted()).toEqual(
      ids.flatMap((id) => kinds.map((kind) => `${id} ${kind}`)).toSorted(),
    )
    expect(await prisma.auditEntry.count({ where: { ...where, action: 'account.created' } })).toBe(ids.length)
  }

  /** Whoever asks again gets the same, byte for byte, from any instance. */
  async expectReplays(): Promise<void> {
    for (const [key, { body, text }] of [...this.acknowledged].slice(-3)) {
      for (const instance of this.#instances)
        expect(await this.ask(instance, key, body)).toMatchObject({ status: 200, text })
    }
  }

  /** Nothing but 200, the 503 of the envelope, and 409 while an earlier attempt is still under way. */
  expectHonestAnswers(): void {
    for (const { status, retryAfter, text } of this.answers) {
      if (status === 200 || status === 0) continue
      expect([409, 503]).toContain(status)
      expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
      expect(JSON.parse(text)).toMatchObject({ _status: 'ERR', _code: status, _error: { code: status } })
    }
  }

  count = (status: number): number => this.answers.filter((answer) => answer.status === status).length
}
