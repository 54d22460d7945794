import type { Dependencies } from './dependencies.ts'
import type { Stores } from './unit-of-work.ts'

/** Creates a use case that is one transaction and depends on nothing else. */
export const inTransaction =
  <Input, Result>(work: (stores: Stores, input: Input) => Promise<Result>) =>
  ({ transact }: Pick<Dependencies, 'transact'>, input: Input): Promise<Result> =>
    transact((stores) => work(stores, input))
