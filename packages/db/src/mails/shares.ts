import type { Claimed } from '@partner-accounts/core'
import { NO_PARTNER } from '../keys.ts'

export interface Candidate {
  partnerId: string
  id: string
}

/**
 * Selects mails for the free places of an instance. `select` gives a partner at most half of all places, mails in flight
 * included. `fill` then gives away the places that are left.
 */
export class Shares {
  readonly selected: Candidate[] = []
  readonly #free: number
  readonly #share: number
  readonly #countByPartner = new Map<string, number>()
  readonly #ids = new Set<string>()

  /** @param free number of free places */
  constructor(free: number, inFlight: readonly Pick<Claimed, 'partnerId'>[]) {
    this.#free = free
    this.#share = Math.max(1, Math.floor((inFlight.length + free) / 2))
    for (const { partnerId } of inFlight) this.#count(partnerId ?? NO_PARTNER)
  }

  get areComplete(): boolean {
    return this.selected.length >= this.#free
  }

  /** Selects the first candidates whose partners have places left, and returns those. */
  select(candidates: readonly Candidate[]): Candidate[] {
    const before = this.selected.length
    for (const candidate of candidates) {
      const count = this.#countByPartner.get(candidate.partnerId) ?? 0
      if (count < this.#share) this.#add(candidate)
    }
    return this.selected.slice(before)
  }

  /** Selects the first candidates for the remaining places. */
  fill(candidates: readonly Candidate[]): void {
    for (const candidate of candidates) this.#add(candidate)
  }

  #add(candidate: Candidate): void {
    if (this.areComplete || this.#ids.has(candidate.id)) return
    this.#ids.add(candidate.id)
    this.#count(candidate.partnerId)
    this.selected.push(candidate)
  }

  #count(partnerId: string): void {
    this.#countByPartner.set(partnerId, (this.#countByPartner.get(partnerId) ?? 0) + 1)
  }
}
