import { hash } from 'node:crypto'
import type { Compilable } from 'kysely'
import { type Given, Statement } from './statement.ts'

/** The parameters of a list: its page and its filters. */
type Parameters<Filter> = { [Name in keyof Filter]-?: Exclude<Filter[Name], undefined> }
type Build<Filter, Row> = (
  given: Given<Parameters<Filter>>,
  has: Readonly<Record<keyof Filter, boolean>>,
) => Compilable<Row>

/** PostgreSQL ignores the rest of longer names, so two statements would be mistaken for each other. */
const MAX_NAME_LENGTH = 63
const DIGEST_LENGTH = 8

/** Replaces the end of a long name with a digest of the whole name. */
const shortened = (name: string): string =>
  name.length <= MAX_NAME_LENGTH
    ? name
    : `${name.slice(0, MAX_NAME_LENGTH - DIGEST_LENGTH - 1)}_${hash('sha256', name).slice(0, DIGEST_LENGTH)}`

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
    const name = shortened([this.#name, ...present.toSorted()].join('_'))
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
