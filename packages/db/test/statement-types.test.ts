import { type messages, type PGlite, protocol } from '@electric-sql/pglite'
import { LIMITS } from '@partner-accounts/core'
import { type InsertStmt, loadModule, type Node, type ParseResult, parseSync } from 'libpg-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import '../src/index.ts'
import { declaredStatements } from '../src/sql/statement.ts'
import { openMigratedPGlite } from './open-in-memory.ts'

interface Column {
  table: string
  tableId: number
  number: number
  name: string
  isNotNull: boolean
  hasDefault: boolean
}

await loadModule()

let pglite: PGlite
let typeNames: Map<number, string>
let columns: Column[]

beforeAll(async () => {
  pglite = await openMigratedPGlite()
  const types = await pglite.query<{ id: number; name: string }>(`
    SELECT t.oid::int AS id, replace(coalesce(e.typname || '[]', t.typname), 'varchar', 'text') AS name
    FROM pg_type AS t LEFT JOIN pg_type AS e ON e.oid = t.typelem AND t.typcategory = 'A'`)
  typeNames = new Map(types.rows.map(({ id, name }) => [id, name]))
  const found = await pglite.query<Column>(`
    SELECT c.relname AS table, c.oid::int AS "tableId", a.attnum AS number, a.attname AS name,
      a.attnotnull AS "isNotNull", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`)
  columns = found.rows
})
afterAll(() => pglite.close())

it('the limit of a page is the largest page size', () => {
  expect(declaredStatements.get('account_page')?.text).toContain(`LIMIT ${LIMITS.page.maxSize}\n`)
})

describe.each([...declaredStatements])('the statement %s', (_name, { definition, text }) => {
  const parameterNames = Object.keys(definition.parameters)
  const declaredColumns = Object.entries(definition.columns)
  const parsed = parseSync(text)
  let described: Awaited<ReturnType<typeof describeStatement>>
  beforeAll(async () => {
    described = await describeStatement(text)
  })

  it('declares the parameters and columns that PostgreSQL finds', () => {
    const parameterTypes = described.parameters.map((id, index) => [parameterNames[index], typeNames.get(id)])
    expect(parameterTypes).toEqual(withoutNulls(Object.entries(definition.parameters)))
    const columnTypes = described.fields.map(({ name, dataTypeID }) => [name, typeNames.get(dataTypeID)])
    expect(columnTypes).toEqual(withoutNulls(declaredColumns))
  })

  it('declares nullable columns, and those of outer joins, as nullable', () => {
    const outer = outerColumns(parsed)
    const maybeNull = described.fields.filter(({ tableID, columnID }, index) => {
      const column = columns.find(({ tableId, number }) => tableId === tableID && number === columnID)
      return outer.has(index) || column?.isNotNull === false
    })
    const declared = declaredColumns.filter(([, type]) => type.endsWith('?')).map(([name]) => name)
    expect(maybeNull.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual([])
  })

  it('inserts every column without a default', () => {
    for (const { relation, cols } of nodesOf<InsertStmt>(parsed, 'InsertStmt')) {
      const inserted = insertedColumns(cols)
      const required = columns.filter(({ table, hasDefault }) => table === relation?.relname && !hasDefault)
      expect(required.map(({ name }) => name).filter((name) => !inserted.includes(name))).toEqual([])
    }
  })

  it('inserts a parameter into the column of its name if the table has one', () => {
    for (const { relation, cols, selectStmt } of nodesOf<InsertStmt>(parsed, 'InsertStmt')) {
      const inserted = insertedColumns(cols)
      for (const [index, value] of selectedValues(selectStmt).entries()) {
        const position = parameterOf(value)
        if (position === undefined) continue
        expectOwnColumn(parameterNames[position], relation?.relname ?? '', inserted[index]!)
      }
    }
  })

  it('compares a parameter with the column of its name if the table has one', () => {
    for (const { table, column, position } of comparisonsOf(parsed, [])) {
      expectOwnColumn(parameterNames[position], table, column)
    }
  })
})

/** Fails if the table has another column with the parameter's name. */
function expectOwnColumn(parameter: string | undefined, table: string, column: string): void {
  const name = parameter && toSnakeCase(parameter)
  const isColumn = columns.some((other) => other.table === table && other.name === name)
  if (isColumn) expect(`${table}.${column} for :${parameter}`).toBe(`${table}.${name} for :${parameter}`)
}

const withoutNulls = (types: [string, string][]) => types.map(([name, type]) => [name, type.replaceAll('?', '')])

/** Asks PostgreSQL for the types of parameters and columns. Nothing is executed. */
async function describeStatement(text: string) {
  const { serialize } = protocol
  const responses: messages.BackendMessage[] = []
  for (const request of [serialize.parse({ text }), serialize.describe({ type: 'S' }), serialize.sync()]) {
    // Sends the last request also after an error, because PostgreSQL would otherwise ignore the next statement.
    responses.push(...(await pglite.execProtocol(request, { throwOnError: false })).messages)
  }
  const error = responses.find((message) => message.name === 'error') as messages.DatabaseError | undefined
  if (error) throw new Error(`${error.message}, near: ${text.slice(Number(error.position) - 1).split('\n')[0]}`)
  const parameters = responses.find((message) => message.name === 'parameterDescription')
  const row = responses.find((message) => message.name === 'rowDescription')
  return {
    parameters: (parameters as messages.ParameterDescriptionMessage).dataTypeIDs,
    fields: (row as messages.RowDescriptionMessage | undefined)?.fields ?? [],
  }
}

/** Returns the indexes of selected columns whose table is on the optional side of an outer join. */
function outerColumns({ stmts = [] }: ParseResult): Set<number> {
  const [outermost] = stmts
  const select = outermost?.stmt && 'SelectStmt' in outermost.stmt ? outermost.stmt.SelectStmt : undefined
  const optional = new Set((select?.fromClause ?? []).flatMap((node) => optionalTables(node, false)))
  const indexes = (select?.targetList ?? []).flatMap((node, index) => {
    const value = 'ResTarget' in node ? node.ResTarget.val : undefined
    const [table] = value && 'ColumnRef' in value ? (value.ColumnRef.fields ?? []) : []
    return table && 'String' in table && optional.has(table.String.sval ?? '') ? [index] : []
  })
  return new Set(indexes)
}

/**
 * Returns the names of the tables in a part of a FROM clause whose columns may be null because of an outer join.
 *
 * @param isOptional whether the whole part is on the optional side of an outer join
 */
function optionalTables(node: Node, isOptional: boolean): string[] {
  if ('JoinExpr' in node) {
    const { jointype, larg, rarg } = node.JoinExpr
    const isLeftOptional = isOptional || jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL'
    const isRightOptional = isOptional || jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL'
    return [...optionalTables(larg!, isLeftOptional), ...optionalTables(rarg!, isRightOptional)]
  }
  const [table] = Object.values(node) as [{ alias?: { aliasname: string }; relname?: string }]
  const name = table.alias?.aliasname ?? table.relname
  return isOptional && name !== undefined ? [name] : []
}

const insertedColumns = (cols: Node[] = []) =>
  cols.map((node) => ('ResTarget' in node ? (node.ResTarget.name ?? '') : ''))

function selectedValues(select: Node | undefined): (Node | undefined)[] {
  const targets = select && 'SelectStmt' in select ? (select.SelectStmt.targetList ?? []) : []
  return targets.map((node) => ('ResTarget' in node ? node.ResTarget.val : undefined))
}

/** Returns the index of the parameter that a value is, with or without a cast. */
function parameterOf(value: Node | undefined): number | undefined {
  if (value && 'TypeCast' in value) return parameterOf(value.TypeCast.arg)
  return value && 'ParamRef' in value ? (value.ParamRef.number ?? 0) - 1 : undefined
}

interface Table {
  name: string
  alias: string
}

interface Comparison {
  table: string
  column: string
  /** Index of the parameter. */
  position: number
}

/**
 * Returns the comparisons of a column with a parameter, however deep.
 *
 * @param scope the tables of the surrounding statement
 */
function comparisonsOf(node: unknown, scope: readonly Table[]): Comparison[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([kind, content]: [string, unknown]) => {
    const inner = kind.endsWith('Stmt') ? tablesOf(content as StatementNode) : scope
    const own = kind === 'A_Expr' ? comparison(content as { lexpr?: Node; rexpr?: Node }, scope) : []
    return [...own, ...comparisonsOf(content, inner)]
  })
}

interface StatementNode {
  fromClause?: Node[]
  usingClause?: Node[]
  relation?: { relname?: string; alias?: { aliasname?: string } }
}

function tablesOf({ fromClause = [], usingClause = [], relation }: StatementNode): Table[] {
  const joined = [...fromClause, ...usingClause].flatMap(joinedTables)
  return relation ? [toTable(relation), ...joined] : joined
}

function joinedTables(node: Node | undefined): Table[] {
  if (node && 'JoinExpr' in node) return [...joinedTables(node.JoinExpr.larg), ...joinedTables(node.JoinExpr.rarg)]
  return node && 'RangeVar' in node ? [toTable(node.RangeVar)] : []
}

const toTable = ({ relname = '', alias }: NonNullable<StatementNode['relation']>): Table => ({
  name: relname,
  alias: alias?.aliasname ?? relname,
})

function comparison({ lexpr, rexpr }: { lexpr?: Node; rexpr?: Node }, scope: readonly Table[]): Comparison[] {
  const position = parameterOf(rexpr)
  if (position === undefined || !lexpr || !('ColumnRef' in lexpr)) return []
  const path = (lexpr.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : ''))
  const column = path.at(-1)!
  const qualifier = path.at(-2)
  const tables = scope.filter(({ alias }) => qualifier === undefined || alias === qualifier)
  return tables.map(({ name }) => ({ table: name, column, position }))
}

/** Returns all nodes of a kind, however deep. */
function nodesOf<T>(node: unknown, kind: string): T[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, content]: [string, unknown]) => {
    const below = nodesOf<T>(content, kind)
    return key === kind ? [content as T, ...below] : below
  })
}

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
