import type { PartnerAccounts } from '../../client.ts'
import { CALL_OPTIONS, checkOptions, type Rules, whole } from '../../options/check-options.ts'
import { isText } from '../../options/checks.ts'
import type { CreateAccountBody } from '../../wire/models.ts'
import type { CreateManyOptions, CreateManyResult } from './create-many-options.ts'
import { rowCreator } from './create-row.ts'
import type { Journal } from './journal.ts'
import { RowsInProgress } from './rows-in-progress.ts'

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

/**
 * Creates an account for each row, and returns each outcome as soon as it is known. A rejected row does not stop the
 * others. After any other failure, including one of the source, no more rows start. The failure is thrown after the
 * outcomes of the rows in progress.
 *
 * A row's idempotency key is a hash of its body. A run that was interrupted, even by `kill -9`, can be repeated
 * within 24 hours: it creates no account twice, and no secret is lost. With a journal, only
 * rows without an account are sent again. Leaving the loop waits for creations in progress. Without a journal, sending
 * their rows again returns the accounts.
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
  const inProgress = new RowsInProgress(rows, create, concurrency)
  const progress = { created: 0, resumed: 0, rejected: 0 }
  const onAbort = () => inProgress.fail(signal!.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  try {
    for await (const result of inProgress.results()) {
      progress[result.status] += 1
      onProgress?.({ ...progress })
      yield result
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await inProgress.close()
  }
}
