import { type Command, command, flag, type Input, type Inputs, number, option } from './command.ts'
import type { Client } from './create-client.ts'

interface Page {
  items: object[]
  nextCursor: string | null
}

export interface PageInput {
  cursor: string | undefined
  limit: number
}

type Values<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer T> ? T : never }

interface ListCommand<I extends Inputs> extends Pick<
  Command<I>,
  'name' | 'about' | 'inputs' | 'example' | 'exactlyOneOf' | 'forPeople'
> {
  /** Without `--limit` or `--all`; `undefined` for all. */
  defaultLimit: number | undefined
  page: (client: Client, values: Values<I>, page: PageInput) => Promise<Page>
}

export const DATE_RANGE = {
  from: option('DATE', 'first day (YYYY-MM-DD, in UTC) or earliest time'),
  to: option('DATE', 'last day or latest time'),
}

export const TEST = { test: flag('also test partners') }

/** Read page by page while printing. */
export class Listing {
  readonly isCsv: boolean
  readonly leavesOutTest: boolean
  /** More records exist. */
  isCut = false
  readonly #maximum: number
  readonly #read: (page: PageInput) => Promise<Page>

  constructor(
    { isCsv, leavesOutTest }: Pick<Listing, 'isCsv' | 'leavesOutTest'>,
    maximum: number,
    read: (page: PageInput) => Promise<Page>,
  ) {
    this.isCsv = isCsv
    this.leavesOutTest = leavesOutTest
    this.#maximum = maximum
    this.#read = read
  }

  async *pages(): AsyncGenerator<object[]> {
    let cursor: string | undefined
    let remaining = this.#maximum
    do {
      const { items, nextCursor } = await this.#read({ cursor, limit: Math.min(remaining, MAX_PAGE) })
      yield items
      remaining -= items.length
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined && remaining > 0)
    this.isCut = cursor !== undefined
  }
}

const MAX_PAGE = 200

export const listCommand = <I extends Inputs>({ defaultLimit, page, inputs, ...rest }: ListCommand<I>): Command => {
  const paging = {
    limit: option('N', `maximum number of records (default: ${defaultLimit ?? 'all'})`, number),
    all: flag('all records'),
    csv: flag('comma-separated values'),
  }
  return command({
    ...rest,
    inputs: { ...inputs, ...paging },
    call(client, values) {
      const { all, limit, csv } = values as Values<typeof paging>
      const maximum = all ? Infinity : (limit ?? defaultLimit ?? Infinity)
      // The service includes them if a filter names a record or a partner.
      const leavesOutTest = 'test' in inputs && Object.keys(inputs).every((name) => values[name] === undefined)
      const kind = { isCsv: csv === true, leavesOutTest }
      return Promise.resolve(new Listing(kind, maximum, (input) => page(client, values, input)))
    },
  })
}
