import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { DB } from './generated/schema.ts'

/** Over the tables of schema.prisma. Has no connection: `Statement` compiles. */
export const queries = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Parameters by name, as expressions of their types. */
export type Given<Parameters> = { readonly [Name in keyof Parameters]: RawBuilder<Parameters[Name]> }

/** Stands for a parameter in a compiled statement. */
class Placeholder {
  constructor(readonly parameter: PropertyKey) {}
}

/**
 * A hot path's statement, compiled once. Kysely checks columns and parameters against schema.prisma's generated types:
 * a renamed or retyped column does not compile.
 */
export class Statement<Parameters, Row> {
  /** Exists in types only. */
  declare readonly row: Row

  readonly text: string
  readonly #order: (keyof Parameters)[] = []

  /**
   * @param name of the prepared statement, in traces and PostgreSQL's views
   * @param build its constants become literals, so plans know them
   */
  constructor(
    readonly name: string,
    build: (given: Given<Parameters>) => Compilable<Row>,
  ) {
    const given = new Proxy({} as Given<Parameters>, { get: (_, parameter) => sql`${new Placeholder(parameter)}` })
    const { sql: text, parameters } = build(given).compile()
    const compiled = text.replaceAll(/\$(\d+)/g, (_, position: string) => this.#write(parameters[Number(position) - 1]))
    this.text = `/* ${name} */ ${compiled}`
  }

  /** Returns the values of `$1`, `$2` … in order. */
  values(parameters: Parameters): Parameters[keyof Parameters][] {
    return this.#order.map((name) => parameters[name])
  }

  /** Numbers each parameter once. */
  #write(value: unknown): string {
    if (!(value instanceof Placeholder)) return literal(value)
    const parameter = value.parameter as keyof Parameters
    if (!this.#order.includes(parameter)) this.#order.push(parameter)
    return `$${this.#order.indexOf(parameter) + 1}`
  }
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a constant of a statement is a string, number, boolean or null, not ${typeof value}`)
}

/** Joins every row: lateral queries contain the condition. */
export const onTrue = <Join extends { onTrue(): Join }>(join: Join): Join => join.onTrue()
