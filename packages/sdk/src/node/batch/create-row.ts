import type { PartnerAccounts } from '../../client.ts'
import { ApiError, UsageError } from '../../errors/errors.ts'
import { hideWhenPrinted } from '../../http/redact.ts'
import { expect, isObject } from '../../options/checks.ts'
import type { CreateAccountBody } from '../../wire/models.ts'
import { bodyKey } from './body-key.ts'
import type { CreateManyOptions, CreateManyResult } from './create-many-options.ts'
import { openJournal } from './open-journal.ts'
import { RecentKeys } from './recent-keys.ts'

/**
 * Number of latest rows among which equal rows are detected. An equal row further back is sent: the service returns the
 * existing account, because the idempotency key is the same.
 */
const MAX_COMPARED_ROWS = 100_000

export type CreateRow<Row> = (row: Row, index: number) => Promise<CreateManyResult<Row>>

/** Opens the journal. Returns a function that creates the account of a row, or takes it from the journal. */
export async function rowCreator<Row>(
  client: PartnerAccounts,
  options: CreateManyOptions<Row>,
): Promise<CreateRow<Row>> {
  const { toBody = (row: Row) => row as CreateAccountBody, signal, priority = 'low' } = options
  const { known, record } = await openJournal(client, options)
  const recent = new RecentKeys(MAX_COMPARED_ROWS)

  return async (row, index) => {
    let body: CreateAccountBody
    let key: string
    try {
      body = await toBody(row, index)
      expect(isObject(body), 'The body of a row must be an object.')
      key = bodyKey(body)
    } catch (error) {
      return { status: 'rejected', index, row, key: undefined, error: error as Error }
    }
    const equalIndex = recent.rowOf(key)
    if (equalIndex !== undefined) {
      const error = new UsageError(`Equal to row ${equalIndex + 1}: the account is created once.`)
      return { status: 'rejected', index, row, key, error }
    }
    recent.add(key, index)
    const earlier = known.get(key)
    if (earlier) return { status: 'resumed', index, row, key, account: hideWhenPrinted({ ...earlier }) }
    try {
      const account = await client.accounts.create(body, { idempotencyKey: key, priority, signal })
      await record({ key, account })
      return { status: 'created', index, row, key, account }
    } catch (error) {
      if (!isRejection(error)) throw error
      const { message, fields } = error
      await record({ key, rejection: { message, fields } })
      return { status: 'rejected', index, row, key, error }
    }
  }
}

/** Returns whether an error concerns only its row, whose body is too large or invalid. Other errors concern all rows. */
const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && [413, 422].includes(error.status)
