import type { Compilable } from 'kysely'
import { type Given, Statement } from './statement.ts'

/** The parameters of a list: its page and its filters. */
type Parameters<Filter> = { [Name in keyof Filter]-?: Exclude<Filter[Name], undefined> }
type Build<Filter, Row> = (
  given: Given<Parameters<Filter>>,
  has: Readonly<Record<keyof Filter, boolean>>,
) => Compilable<Row>

/**
 * A list with optional filters. Each combination of filters in use is one statement, compiled at its first use, so that
 * its plan can use the index of exactly these filters.
 */
export class ListStatement<Filter extends object, Row> {
  /** Exists in types only. */
  declare readonly row: Row

  readonly #name: string
  readonly #build: Build<Filter, Row>
  readonly #statements = new Map<string, Statement<Filter, Row>>()

  constructor(name: string, build: Build<Filter, Row>) {
    this.#name = name
    this.#build = build
  }

  /** Returns the statement for the parameters that have a value. */
  of(values: Filter): Statement<Filter, Row> {
    const present = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    const name = [this.#name, ...present.toSorted()].join('_')
    const found = this.#statements.get(name)
    if (found) return found
    const has = new Proxy({} as Record<keyof Filter, boolean>, {
      get: (_, parameter) => present.includes(String(parameter)),
    })
    const statement = new Statement<Filter, Row>(name, (given) =>
      this.#build(given as unknown as Given<Parameters<Filter>>, has),
    )
    this.#statements.set(name, statement)
    return statement
  }
}

/** Declares a list with the parameters `Filter`. The columns of its rows are inferred. */
export const listStatement =
  <Filter extends object>() =>
  <Row>(name: string, build: Build<Filter, Row>) =>
    new ListStatement<Filter, Row>(name, build)
