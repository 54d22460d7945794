import type { PartnerAccounts } from '../../client.ts'
import { ApiError, UsageError } from '../../errors/errors.ts'
import { CALL_OPTIONS, checkOptions, type Rules, whole } from '../../options/check-options.ts'
import { isText } from '../../options/checks.ts'
import type { Priority } from '../../options/client-options.ts'
import type { CreateAccountBody, CreatedAccount } from '../../wire/models.ts'
import { bodyKey } from './body-key.ts'
import type { Journal } from './journal.ts'
import { openJournal } from './open-journal.ts'

const DEFAULT_CONCURRENCY = 5

const isFunction = (value: unknown) => typeof value === 'function'
const OPTIONS: Rules = {
  toBody: ['a function', isFunction],
  journal: [
    'a file name, or an object with load and append',
    (value: Partial<Record<keyof Journal, unknown>>) =>
      isText(value) || (isFunction(value?.load) && isFunction(value?.append)),
  ],
  concurrency: whole(1),
  onProgress: ['a function', isFunction],
  signal: CALL_OPTIONS['signal']!,
  priority: CALL_OPTIONS['priority']!,
}

export interface CreateManyOptions<Row> {
  /** Converts a row, or throws to reject it. Default: rows are bodies. */
  toBody?: ((row: Row, index: number) => CreateAccountBody) | undefined
  /**
   * Records outcomes, for resuming: a file name or a custom journal. It belongs to one service and user. Default: none.
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
      /** An `ApiError`, what `toBody` threw, or a `UsageError`: of a row that equals an earlier one, for example. */
      readonly error: Error
    }

/**
 * Creates an account for each row, and returns each outcome as soon as it is known. A rejected row does not stop the
 * others. After any other failure, also one of the source, no more rows are started, and the failure is thrown after
 * the outcomes of those in progress.
 *
 * A row's idempotency key is a hash of its body. An interrupted run, even by `kill -9`, can be repeated within 24
 * hours: it creates no account twice, and no secret is lost. With a journal, finished rows are not sent again.
 *
 * @throws PartnerAccountsError, the error of the journal or the source, or the signal's reason
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
  checkOptions('createMany', options, OPTIONS)
  const { concurrency = DEFAULT_CONCURRENCY, onProgress, signal } = options
  const create = await rowCreator(client, options)
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  const progress = { created: 0, resumed: 0, rejected: 0 }
  const inProgress = new Set<Promise<void>>()
  const finished: CreateManyResult<Row>[] = []
  let count = 0
  let isOpen = true
  let isReading = false
  let failure: { error: unknown } | undefined
  let wake = () => {}

  const fail = (error: unknown) => {
    failure ??= { error }
    isOpen = false
    wake()
  }
  const start = (row: Row) => {
    const work = create(row, count++)
      .then((result) => void finished.push(result), fail)
      .finally(() => {
        inProgress.delete(work)
        wake()
      })
    inProgress.add(work)
  }
  const read = async () => {
    isReading = true
    try {
      const next = await source.next()
      if (next.done) isOpen = false
      else if (isOpen) start(next.value)
    } catch (error) {
      fail(error)
    }
    isReading = false
    wake()
  }
  const onAbort = () => fail(signal!.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  try {
    for (;;) {
      if (isOpen && !isReading && inProgress.size < concurrency) void read()
      const result = finished.shift()
      if (result) {
        progress[result.status] += 1
        onProgress?.({ ...progress })
        yield result
      } else if (inProgress.size > 0 || isOpen) await new Promise<void>((resolve) => (wake = resolve))
      else break
    }
    if (failure) throw failure.error
  } finally {
    isOpen = false
    signal?.removeEventListener('abort', onAbort)
    // Completes and records creations in progress.
    await Promise.all(inProgress)
    const closing = Promise.resolve(source.return?.())
    // A generator that waits for its next row closes after it.
    if (isReading) closing.catch(() => {})
    else await closing
  }
}

async function rowCreator<Row>(client: PartnerAccounts, options: CreateManyOptions<Row>) {
  const { toBody = (row: Row) => row as CreateAccountBody, signal, priority = 'low' } = options
  const { known, record } = await openJournal(client, options)
  const rowsByKey = new Map<string, number>()

  return async (row: Row, index: number): Promise<CreateManyResult<Row>> => {
    let body: CreateAccountBody
    try {
      body = toBody(row, index)
    } catch (error) {
      return { status: 'rejected', index, row, key: undefined, error: error as Error }
    }
    const key = bodyKey(body)
    const equal = rowsByKey.get(key)
    if (equal !== undefined) {
      const error = new UsageError(`Equal to row ${equal + 1}: the account is created once.`)
      return { status: 'rejected', index, row, key, error }
    }
    rowsByKey.set(key, index)
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
