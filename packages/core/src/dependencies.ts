import type { IdGenerator } from './secrets/id-generator.ts'
import type { SealingKeys } from './secrets/sealing.ts'

/**
 * Everything that use cases depend on. Their `input` contains the actor, too.
 *
 * Rooms import this file, so it imports none: each adds its ports to these interfaces, where it declares them.
 */
export interface Dependencies {
  /** Stores outside of a transaction, for reads and single changes. */
  stores: Stores
  transact: Transact
  newId: IdGenerator
  sealingKeys: SealingKeys
  /** False while mails and webhooks wait. */
  isOutgoingEnabled: boolean
}

/** The ports of stored records. Each `<thing>-store.ts` adds its own. */
export interface Stores {}

export interface TransactOptions {
  /** Name of a queue for transactions that lock the same rows: those that wait then occupy no connections. */
  queue?: string
}

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects.
 *
 * @throws `storage-unavailable`, also if its turn does not come in time
 */
export type Transact = <T>(work: (stores: Stores) => Promise<T>, options?: TransactOptions) => Promise<T>

/** Creates a use case that is one transaction and depends on nothing else. */
export const inTransaction =
  <Input, Result>(work: (stores: Stores, input: Input) => Promise<Result>) =>
  ({ transact }: Pick<Dependencies, 'transact'>, input: Input): Promise<Result> =>
    transact((stores) => work(stores, input))
