/** The values that `pg` returns, by PostgreSQL's names of types. `int8` is missing, because `pg` returns it as text. */
interface ColumnValues {
  text: string
  int2: number
  int4: number
  float8: number
  bool: boolean
  bytea: Uint8Array
  timestamptz: Date
  json: unknown
  jsonb: unknown
}

/** The values that `pg` accepts. JSON is passed as text, because `pg` would send a list as a PostgreSQL array. */
interface ParameterValues extends Omit<ColumnValues, 'json' | 'jsonb'> {
  int8: number | bigint | string
  jsonb: string
}

/** `text?` may be NULL, `text[]` is a list, `text?[]` a list whose elements may be NULL, and `text[]?` a list or NULL. */
type Spelled<Type extends string> = Type | `${Type}?` | `${Type}[]` | `${Type}?[]` | `${Type}[]?`

export type ParameterType = Spelled<keyof ParameterValues>
export type ColumnType = Spelled<keyof ColumnValues>

declare const narrowed: unique symbol
interface Narrowed<Value> {
  readonly [narrowed]: Value
}

/**
 * Narrows a column to the values that the table's checks allow, or to the content of JSON. PostgreSQL's description of a
 * statement includes neither, so `statement-types.test.ts` cannot verify `Value`. The store contract tests do.
 */
export const typed = <Value>(type: ColumnType) => type as ColumnType & Narrowed<Value>

type ValueOf<Type, Values> =
  Type extends Narrowed<infer Value>
    ? Value
    : Type extends `${infer NotNull}?`
      ? ValueOf<NotNull, Values> | null
      : Type extends `${infer Element}[]`
        ? readonly ValueOf<Element, Values>[]
        : Type extends keyof Values
          ? Values[Type]
          : never

export type ParametersOf<Types> = { readonly [Name in keyof Types]: ValueOf<Types[Name], ParameterValues> }
export type RowOf<Types> = { [Name in keyof Types]: ValueOf<Types[Name], ColumnValues> }

export interface Definition<
  Parameters extends Record<string, ParameterType> = Record<string, ParameterType>,
  Columns extends Record<string, ColumnType> = Record<string, ColumnType>,
> {
  /** The name of the prepared statement, also in traces and PostgreSQL's views. */
  readonly name: string
  readonly parameters: Parameters
  /** Columns in the order of the text. */
  readonly columns: Columns
  /** SQL with parameters such as `:partnerId`, in the syntax of psql variables, so that it runs in psql, too. */
  readonly text: string
}

export interface Statement<Parameters, Row> {
  /** Exists in types only. */
  readonly row?: Row
  readonly name: string
  /** SQL with `$1`, `$2` …, numbered as the parameters are declared. */
  readonly text: string
  /** Returns the values of `$1`, `$2` … in order. */
  values(parameters: Parameters): unknown[]
}

/** Every statement by its name. Names are unique, because a connection rejects a second text under a prepared name. */
export const declaredStatements = new Map<string, { readonly definition: Definition; readonly text: string }>()

/**
 * Declares a statement. `test/statement-types.test.ts` compares its parameters and columns with those that PostgreSQL finds.
 *
 * @throws Error if the name is taken, or if the text and `parameters` do not name the same parameters
 */
export function statement<
  const Parameters extends Record<string, ParameterType>,
  const Columns extends Record<string, ColumnType>,
>(definition: Definition<Parameters, Columns>): Statement<ParametersOf<Parameters>, RowOf<Columns>> {
  const { name } = definition
  const parameterNames = Object.keys(definition.parameters)
  const text = `/* ${name} */ ${withPositions(definition, parameterNames)}`
  if (declaredStatements.has(name)) throw new Error(`two statements are called ${name}`)
  declaredStatements.set(name, { definition, text })
  return { name, text, values: (parameters) => parameterNames.map((parameter) => parameters[parameter]) }
}

/**
 * Matches a parameter, and captures its name. Also matches text in which a colon marks no parameter: strings, quoted names,
 * comments and casts.
 */
const TOKEN = /'[^']*'|"[^"]*"|--[^\n]*|\/\*.*?\*\/|::|:([a-z]\w*)/gis

function withPositions({ name, text }: Definition, parameterNames: readonly string[]): string {
  const unused = new Set(parameterNames)
  const replaced = text.trim().replaceAll(TOKEN, (token, parameter: string | undefined) => {
    if (parameter === undefined) return token
    if (!parameterNames.includes(parameter)) throw new Error(`${name}: the parameter :${parameter} is not declared`)
    unused.delete(parameter)
    return `$${parameterNames.indexOf(parameter) + 1}`
  })
  if (unused.size > 0) throw new Error(`${name}: the text does not use :${[...unused].join(', :')}`)
  return replaced
}
