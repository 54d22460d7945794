import { KeyedSemaphore } from '../driver/keyed-semaphore.ts'
import { CreationQueue } from './creation-queue.ts'

/**
 * Maximum per partner. A search takes up to seven statements, so the searches of one partner could take every connection for
 * seconds.
 */
const CONCURRENT_SEARCHES = 2

/** Limit a partner's concurrent creations and searches. Further ones wait, so that they leave connections to others. */
export interface PartnerQueues {
  creations: CreationQueue
  /** By the partner's id. */
  searches: KeyedSemaphore
}

/** @param timeoutMs maximum wait for a slot */
export const createPartnerQueues = (timeoutMs: number): PartnerQueues => ({
  creations: new CreationQueue(timeoutMs),
  searches: new KeyedSemaphore(CONCURRENT_SEARCHES, timeoutMs),
})
