import type { IdGenerator } from './secrets/id-generator.ts'
import type { SealingKeys } from './secrets/sealing.ts'

/**
 * Everything that use cases depend on, except the actor, which is part of their input.
 *
 * All folders import this file. To avoid cycles, each folder adds its ports to these interfaces by `declare module`.
 */
export interface Dependencies {
  /** Stores outside of a transaction, for reads and single changes. */
  stores: Stores
  transact: Transact
  newId: IdGenerator
  sealingKeys: SealingKeys
  /** False with `OUTGOING=off`, which keeps mails and webhooks in their queues. */
  isOutgoingEnabled: boolean
}

/** The ports of stored records. Each `<thing>-store.ts` declares one. */
export interface Stores {}

export interface TransactOptions {
  /** Name of a queue for transactions that lock the same rows. Transactions that wait in it occupy no connection. */
  queue?: string
}

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects.
 *
 * @throws `storage-unavailable`, also if the transaction waits too long for the queue or a connection
 */
export type Transact = <T>(work: (stores: Stores) => Promise<T>, options?: TransactOptions) => Promise<T>

/** Turns work on stores into a use case that runs it in a transaction. */
export const inTransaction =
  <Input, Result>(work: (stores: Stores, input: Input) => Promise<Result>) =>
  ({ transact }: Pick<Dependencies, 'transact'>, input: Input): Promise<Result> =>
    transact((stores) => work(stores, input))
