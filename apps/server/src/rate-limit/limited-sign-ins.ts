import { hash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { DomainError, LIMITS, type SignInAttempt, type SignInGuard } from '@partner-accounts/core'
import { FairQueue } from './fair-queue.ts'
import type { MakeLimiter } from './open-rate-limits.ts'
import type { RateLimitDecision, RateLimiter } from './rate-limiter.ts'
import { SITE_MULTIPLE, siteOf } from './network-site.ts'

const RELEASE_ONE = -1
/** Leaves most of the database's connections to other requests. */
const CONCURRENT_LOOKUPS = 4

/**
 * Limits failed sign-ins by account, network and IPv6 site. Each attempt is counted before its password is checked, and
 * released if it succeeds.
 */
export class LimitedSignIns implements SignInGuard {
  readonly #perAccount: RateLimiter
  readonly #perNetwork: RateLimiter
  readonly #perSite: RateLimiter
  readonly #lookups = new FairQueue(CONCURRENT_LOOKUPS)
  /** Numbers of attempts by account. */
  readonly #inProgress = new Map<string, number>()
  /** Emits the key of an account when one of its attempts ends. */
  readonly #ended = new EventEmitter().setMaxListeners(0)
  /** The last started count of each account, for which the next one waits. */
  readonly #lastCounts = new Map<string, Promise<RateLimitDecision>>()

  constructor(makeLimiter: MakeLimiter) {
    const { perAccountAndAddress, perAddress } = LIMITS.signIn
    this.#perAccount = makeLimiter('signInAccounts', perAccountAndAddress)
    this.#perNetwork = makeLimiter('signInNetworks', perAddress)
    this.#perSite = makeLimiter('signInSites', { ...perAddress, requests: perAddress.requests * SITE_MULTIPLE })
  }

  async reserve(email: string, network: string): Promise<SignInAttempt> {
    const account = accountKey(email, network)
    const site = siteOf(network)
    const ofNetwork: [RateLimiter, string][] = [[this.#perNetwork, `sign-in:${network}`]]
    if (site !== undefined) ofNetwork.push([this.#perSite, `sign-in:${site}`])
    await this.#beginOrWait(account)
    const counted: [RateLimiter, string][] = [[this.#perAccount, account]]
    const release = () => Promise.all(counted.map(([limiter, key]) => limiter(key, RELEASE_ONE)))
    for (const [limiter, key] of ofNetwork) {
      const { allowed, resetSeconds } = await limiter(key)
      if (!allowed) {
        await release()
        this.#end(account)
        throw tooMany(resetSeconds)
      }
      counted.push([limiter, key])
    }
    return {
      end: async (hasFailed) => {
        if (!hasFailed) await release()
        this.#end(account)
      },
    }
  }

  lookUp<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.#lookups.run(network, work)
  }

  async forget(email: string, network: string): Promise<void> {
    await this.#perAccount(accountKey(email, network), -LIMITS.signIn.perAccountAndAddress.requests)
  }

  /**
   * Counts the attempt. At the limit, waits while other attempts of the account are in progress, because an attempt that
   * succeeds frees its slot. A program may have many concurrent sign-ins.
   */
  async #beginOrWait(account: string): Promise<void> {
    for (;;) {
      let hasOtherEnded = false
      const noteEnd = () => {
        hasOtherEnded = true
      }
      this.#ended.once(account, noteEnd)
      const counting = this.#inOrder(account, () => this.#tryBegin(account))
      const { allowed, resetSeconds } = await counting.finally(() => this.#ended.off(account, noteEnd))
      if (allowed) return
      // An attempt of the account ended while this one was counted, so a slot may be free now.
      if (hasOtherEnded) continue
      if (!this.#inProgress.has(account)) throw tooMany(resetSeconds)
      await once(this.#ended, account)
    }
  }

  /** Serializes an account's counts, so each sees the attempts in progress. */
  #inOrder(account: string, count: () => Promise<RateLimitDecision>): Promise<RateLimitDecision> {
    const decision = (this.#lastCounts.get(account) ?? Promise.resolve()).then(count, count)
    const forget = () => {
      if (this.#lastCounts.get(account) === decision) this.#lastCounts.delete(account)
    }
    this.#lastCounts.set(account, decision)
    decision.then(forget, forget)
    return decision
  }

  async #tryBegin(account: string): Promise<RateLimitDecision> {
    const decision = await this.#perAccount(account)
    if (decision.allowed) this.#inProgress.set(account, (this.#inProgress.get(account) ?? 0) + 1)
    return decision
  }

  #end(account: string): void {
    const others = (this.#inProgress.get(account) ?? 1) - 1
    if (others === 0) this.#inProgress.delete(account)
    else this.#inProgress.set(account, others)
    this.#ended.emit(account)
  }
}

/** Hashed, because e-mails may be long. */
const accountKey = (email: string, network: string) => `sign-in:${hash('sha256', `${network} ${email}`, 'base64')}`

const tooMany = (resetSeconds: number) => new DomainError('too-many-sign-ins', { retryAfterSeconds: resetSeconds })
