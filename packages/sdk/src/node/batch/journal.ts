import type { CreatedAccount, InvalidFields } from '../../wire/models.ts'

/** A row's outcome. Entries of created accounts contain secrets. */
export interface JournalEntry {
  /** The row's idempotency key. */
  readonly key: string
  /** ISO 8601. */
  readonly at: string
  /** The service's address. */
  readonly service: string
  /** The portal user's e-mail. If the client was given a token, the user's id. */
  readonly user: string
  readonly account?: CreatedAccount | undefined
  readonly rejection?:
    | {
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
  /** Stores an entry durably. A row whose entry contains an account is not sent again. */
  append(entry: JournalEntry): void | Promise<void>
}
