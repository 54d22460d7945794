import { type Command, command, flag, type Input, type Inputs, number, option } from './command.ts'
import type { Client } from './create-client.ts'

/** A part of a list, as the service returns it. */
interface Page {
  items: object[]
  next_cursor: string | null
}

/** What a page is asked for. */
export interface PageInput {
  cursor: string | undefined
  limit: number
}

type Values<I extends Inputs> = { [Name in keyof I]: I[Name] extends Input<infer T> ? T : never }

/** A command that prints a list: its filters and its call for one page. */
interface ListCommand<I extends Inputs> extends Pick<Command<I>, 'name' | 'about' | 'inputs' | 'example'> {
  /** The number of records without `--limit` or `--all`; all of them if undefined. */
  defaultLimit: number | undefined
  page: (client: Client, values: Values<I>, page: PageInput) => Promise<Page>
}

/** The records that a command prints. */
export class Listing {
  constructor(
    readonly records: readonly object[],
    /** Whether the list has more. */
    readonly isCut: boolean,
  ) {}
}

const MAX_PAGE = 200

/** Declares a command that reads a list page by page, up to `--limit` or to its end. */
export const listCommand = <I extends Inputs>({ defaultLimit, page, inputs, ...rest }: ListCommand<I>): Command => {
  const paging = {
    limit: option('N', `maximum number of records (default: ${defaultLimit ?? 'all'})`, number),
    all: flag('all records'),
  }
  return command({
    ...rest,
    inputs: { ...inputs, ...paging },
    async call(client, values) {
      const { all, limit } = values as Values<typeof paging>
      const maximum = all ? Infinity : (limit ?? defaultLimit ?? Infinity)
      const records: object[] = []
      let cursor: string | undefined
      do {
        const size = Math.min(maximum - records.length, MAX_PAGE)
        const { items, next_cursor } = await page(client, values, { cursor, limit: size })
        records.push(...items)
        cursor = next_cursor ?? undefined
      } while (cursor !== undefined && records.length < maximum)
      return new Listing(records, cursor !== undefined)
    },
  })
}
