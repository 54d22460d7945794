import { type Command, command, flag, type Input, type Inputs, list, number, option } from './command.ts'
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
  /** Maximum number of records of a table without `--limit` or `--all`; `undefined` for all. */
  defaultLimit: number | undefined
  page: (client: Client, values: Values<I>, page: PageInput) => Promise<Page>
}

export const DATE_RANGE = {
  from: option('DATE', 'first day (YYYY-MM-DD, in UTC) or earliest time'),
  to: option('DATE', 'last day or latest time'),
}

export const TEST = { test: flag('also test partners') }

const UNLIMITED = Infinity

interface ListLimits {
  /** The limit of `--limit` or `--all`, if one of them is given. */
  chosen: number | undefined
  /** The limit of a table without these options. */
  ofTable: number
}

/** A list that is read page by page while it is printed. */
export class Listing {
  readonly isCsv: boolean
  readonly leavesOutTest: boolean
  /** The columns to print, in this order. `undefined` for all. */
  readonly columns: readonly string[] | undefined
  /** Whether more records exist than were read. */
  isCut = false
  readonly #limits: ListLimits
  readonly #read: (page: PageInput) => Promise<Page>

  constructor(
    { isCsv, leavesOutTest, columns }: Pick<Listing, 'isCsv' | 'leavesOutTest' | 'columns'>,
    limits: ListLimits,
    read: (page: PageInput) => Promise<Page>,
  ) {
    this.isCsv = isCsv
    this.leavesOutTest = leavesOutTest
    this.columns = columns
    this.#limits = limits
    this.#read = read
  }

  /**
   * Yields the list page by page.
   *
   * @param isForProgram ignores the default limit of a table
   */
  async *pages({ isForProgram }: { isForProgram: boolean }): AsyncGenerator<object[]> {
    const { chosen, ofTable } = this.#limits
    let cursor: string | undefined
    let remaining = chosen ?? (isForProgram ? UNLIMITED : ofTable)
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

const describeDefault = (limit: number | undefined) =>
  limit === undefined ? 'all' : `${limit}; all with --json or --csv`

export const listCommand = <I extends Inputs>({ defaultLimit, page, inputs, ...rest }: ListCommand<I>): Command => {
  const paging = {
    limit: option('N', `maximum number of records (default: ${describeDefault(defaultLimit)})`, number),
    all: flag('all records'),
    csv: flag('comma-separated values'),
    columns: option('NAME,…', 'only these columns, in this order', list),
  }
  return command({
    ...rest,
    inputs: { ...inputs, ...paging },
    call(client, values) {
      const { all, limit, csv, columns } = values as Values<typeof paging>
      const limits = { chosen: all ? UNLIMITED : limit, ofTable: defaultLimit ?? UNLIMITED }
      // Some filters include test partners, so only an unfiltered list is known to lack them.
      const leavesOutTest = 'test' in inputs && Object.keys(inputs).every((name) => values[name] === undefined)
      const presentation = { isCsv: csv === true, leavesOutTest, columns }
      return Promise.resolve(new Listing(presentation, limits, (input) => page(client, values, input)))
    },
  })
}
