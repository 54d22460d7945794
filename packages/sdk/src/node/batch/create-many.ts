import { createHash } from 'node:crypto'
import type { PartnerAccounts } from '../../client.ts'
import { ApiError, UsageError } from '../../errors/errors.ts'
import type { Priority } from '../../options/client-options.ts'
import type { CreateAccountBody, CreatedAccount } from '../../wire/models.ts'
import { fileJournal } from './file-journal.ts'
import type { Journal, JournalEntry } from './journal.ts'

const DEFAULT_CONCURRENCY = 5

export interface CreateManyOptions<Row> {
  /** Converts a row, or throws to reject it. Default: rows are bodies. */
  toBody?: ((row: Row, index: number) => CreateAccountBody) | undefined
  /** Records outcomes, for resuming: a file name or a custom journal. Default: none. */
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
      /** From 0. */
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
      /** An `ApiError`, a `UsageError`, or what `toBody` threw. */
      readonly error: Error
    }

/**
 * Creates an account for each row, and returns outcomes as they come. A rejected row does not stop the others. After
 * any other failure, no more rows are started, and the failure is thrown when those in progress are done.
 *
 * A row's idempotency key is a hash of its body. An interrupted run, even by `kill -9`, can be repeated within 24
 * hours: it creates no account twice, and no secret is lost. With a journal, finished rows are not sent again.
 *
 * @throws PartnerAccountsError, the journal's error, or the signal's reason
 * @example
 * for await (const result of createMany(client, bodies, { journal: 'customers.journal.jsonl' })) {
 *   if (result.status === 'rejected') console.error(result.index, result.error.message)
 * }
 */
export async function* createMany<Row = CreateAccountBody>(
  client: PartnerAccounts,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: CreateManyOptions<Row> = {},
): AsyncGenerator<CreateManyResult<Row>, void, undefined> {
  const { concurrency = DEFAULT_CONCURRENCY, onProgress, signal } = options
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new UsageError(`concurrency must be a whole number >= 1, not ${concurrency}.`)
  }
  const run = await rowCreator(client, options)
  const progress = { created: 0, resumed: 0, rejected: 0 }
  const inProgress = new Map<number, Promise<Settled<Row>>>()
  const iterator = iterate(rows)
  let failure: { error: unknown } | undefined
  let isExhausted = false
  try {
    for (let index = 0; ;) {
      while (!isExhausted && !failure && inProgress.size < concurrency) {
        signal?.throwIfAborted()
        const next = await iterator.next()
        if (next.done) isExhausted = true
        else inProgress.set(index, settle(index, run(next.value, index++)))
      }
      if (inProgress.size === 0) break
      const settled = await Promise.race(inProgress.values())
      inProgress.delete(settled.index)
      if ('error' in settled) failure ??= settled
      else {
        progress[settled.result.status] += 1
        onProgress?.({ ...progress })
        yield settled.result
      }
    }
    if (failure) throw failure.error
  } finally {
    // Completes and records creations in progress.
    await Promise.all(inProgress.values())
    await iterator.return?.()
  }
}

type Settled<Row> = { index: number; result: CreateManyResult<Row> } | { index: number; error: unknown }

const settle = <Row>(index: number, work: Promise<CreateManyResult<Row>>): Promise<Settled<Row>> =>
  work.then(
    (result) => ({ index, result }),
    (error: unknown) => ({ index, error }),
  )

async function* iterate<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row, void, undefined> {
  yield* rows
}

async function rowCreator<Row>(client: PartnerAccounts, options: CreateManyOptions<Row>) {
  const { toBody = (row: Row) => row as CreateAccountBody, signal, priority = 'low' } = options
  const journal = typeof options.journal === 'string' ? fileJournal(options.journal) : options.journal
  const known = new Map<string, CreatedAccount>()
  for (const { key, account } of (await journal?.load()) ?? []) if (account) known.set(key, account)
  const record = (entry: Omit<JournalEntry, 'at'>) => journal?.append({ ...entry, at: new Date().toISOString() })

  return async (row: Row, index: number): Promise<CreateManyResult<Row>> => {
    let body: CreateAccountBody
    try {
      body = toBody(row, index)
    } catch (error) {
      return { status: 'rejected', index, row, key: undefined, error: error as Error }
    }
    const key = keyOf(body)
    const earlier = known.get(key)
    if (earlier) return { status: 'resumed', index, row, key, account: earlier }
    try {
      const account = { ...(await client.accounts.create(body, { idempotencyKey: key, priority, signal })) }
      await record({ key, account })
      return { status: 'created', index, row, key, account }
    } catch (error) {
      if (!isRejection(error)) throw error
      const { message, fields } = error as ApiError
      await record({ key, rejection: { message, fields } })
      return { status: 'rejected', index, row, key, error: error as Error }
    }
  }
}

/** Any other error, such as a missing permission, concerns all rows. */
const isRejection = (error: unknown) =>
  error instanceof UsageError || (error instanceof ApiError && [413, 422].includes(error.status))

const keyOf = (body: CreateAccountBody) => createHash('sha256').update(canonicalJson(body)).digest('hex')

/** Sorts the keys: the order of columns does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  )
