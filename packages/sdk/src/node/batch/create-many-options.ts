import type { Priority } from '../../options/client-options.ts'
import type { CreateAccountBody, CreatedAccount } from '../../wire/models.ts'
import type { Journal } from './journal.ts'

export interface CreateManyOptions<Row> {
  /** Converts a row to a body. A row for which it throws is rejected. Default: rows are bodies. */
  toBody?: ((row: Row, index: number) => CreateAccountBody | Promise<CreateAccountBody>) | undefined
  /**
   * Records outcomes, so that an interrupted run can be resumed: a file name, or a custom journal. A journal belongs to
   * one service and user. Default: none.
   */
  journal?: Journal | string | undefined
  /** Default: 5. */
  concurrency?: number | undefined
  /** Called after each row. */
  onProgress?: ((progress: CreateManyProgress) => void) | undefined
  /** Starts no more rows when aborted, and cancels those in progress. */
  signal?: AbortSignal | undefined
  /** Default: `low`, so that the partner's other calls overtake. */
  priority?: Priority | undefined
}

export interface CreateManyProgress {
  readonly created: number
  /** Found in the journal. */
  readonly resumed: number
  readonly rejected: number
}

export type CreateManyResult<Row> =
  | {
      /** `resumed` if the account was found in the journal. */
      readonly status: 'created' | 'resumed'
      /** Number of the row, from 0. */
      readonly index: number
      readonly row: Row
      readonly key: string
      readonly account: CreatedAccount
    }
  | {
      readonly status: 'rejected'
      readonly index: number
      readonly row: Row
      /** `undefined` if `toBody` failed. */
      readonly key: string | undefined
      /** An `ApiError`, what `toBody` threw, or a `UsageError`, for example if the row equals an earlier one. */
      readonly error: Error
    }
