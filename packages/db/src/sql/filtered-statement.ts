import { hash } from 'node:crypto'
import { type Compilable, type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Given, Statement } from './statement.ts'

/** The parameters of a query. The filters that are not in use are undefined. */
export type FilterParameters<Filter> = {
  readonly [Name in keyof Filter]-?: undefined extends Filter[Name]
    ? RawBuilder<Exclude<Filter[Name], undefined>> | undefined
    : RawBuilder<Filter[Name]>
}
type Build<Filter, Row> = (given: FilterParameters<Filter>) => Compilable<Row>

/** PostgreSQL ignores the rest of longer names, so two statements would be mistaken for each other. */
const MAX_NAME_LENGTH = 63
const DIGEST_LENGTH = 8

/** Replaces the end of a long name with a digest of the whole name. */
const shortened = (name: string): string =>
  name.length <= MAX_NAME_LENGTH
    ? name
    : `${name.slice(0, MAX_NAME_LENGTH - DIGEST_LENGTH - 1)}_${hash('sha256', name).slice(0, DIGEST_LENGTH)}`

/**
 * A query with optional filters. Each combination of filters in use is one statement, compiled at its first use, so that
 * its plan can use the index of exactly these filters.
 */
export class FilteredStatement<Filter extends object, Row> {
  /** Exists in types only. */
  declare readonly row: Row

  readonly #name: string
  readonly #build: Build<Filter, Row>
  readonly #constants: readonly (keyof Filter)[]
  readonly #statements = new Map<string, Statement<Filter, Row>>()

  /**
   * @param constants filters of which each value has a separate statement. The planner would take a parameter for a
   *   frequent value, and for a value that a partial index lacks
   */
  constructor(name: string, build: Build<Filter, Row>, constants: readonly (keyof Filter)[] = []) {
    this.#name = name
    this.#build = build
    this.#constants = constants
  }

  /** Returns the statement for the parameters that have a value, and the parameters. */
  of(values: Filter): [Statement<Filter, Row>, Filter] {
    const present = Object.entries(values).filter(([, value]) => value !== undefined)
    const isConstant = (filter: string) => this.#constants.includes(filter as keyof Filter)
    const parts = present.map(([filter, value]) => (isConstant(filter) ? String(value) : filter))
    const name = shortened([this.#name, ...parts.toSorted()].join('_'))
    const found = this.#statements.get(name)
    if (found) return [found, values]
    const statement = new Statement<Filter, Row>(name, (given) => {
      const parameters = present.map(([filter, value]) => [
        filter,
        isConstant(filter) ? sql.val(value) : given[filter as keyof Given<Filter>],
      ])
      return this.#build(Object.fromEntries(parameters) as FilterParameters<Filter>)
    })
    this.#statements.set(name, statement)
    return [statement, values]
  }
}

/** Declares a query with the parameters `Filter`. The columns of its rows are inferred. */
export const filteredStatement =
  <Filter extends object>() =>
  <Row>(name: string, build: Build<Filter, Row>, constants?: readonly (keyof Filter)[]) =>
    new FilteredStatement<Filter, Row>(name, build, constants)

/** Requires the conditions of the filters in use. */
export const inUse = (...conditions: (Expression<SqlBool> | undefined)[]) =>
  expressionBuilder<object>().and(conditions.filter((condition) => condition !== undefined))
