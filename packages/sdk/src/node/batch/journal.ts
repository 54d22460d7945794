import type { CreatedAccount, InvalidFields } from '../../wire/models.ts'

/** The outcome of a row. Entries of created accounts contain secrets. */
export interface JournalEntry {
  /** The idempotency key of the row. */
  readonly key: string
  /** When the outcome was known, in ISO 8601. */
  readonly at: string
  /** The created account. */
  readonly account?: CreatedAccount | undefined
  /** Why the row was rejected. */
  readonly rejection?:
    | {
        /** The message of the error. */
        readonly message: string
        /** Messages by invalid field. */
        readonly fields?: InvalidFields | undefined
      }
    | undefined
}

/** Records outcomes, so that an interrupted `createMany` can be resumed. */
export interface Journal {
  /** Returns the entries of earlier runs. */
  load(): Iterable<JournalEntry> | Promise<Iterable<JournalEntry>>
  /** Stores an entry durably: its row is not sent again. */
  append(entry: JournalEntry): void | Promise<void>
}
