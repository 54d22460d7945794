import { type ClientBase, escapeLiteral, type Pool } from 'pg'
import type { Statement } from '../src/sql/statement.ts'

/** A node of a plan, as EXPLAIN (FORMAT JSON) shows it. Numbers of rows are means of its loops. */
export interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** Executes a statement, and returns the generic plan, which connections use after a few executions. */
export async function explain<Parameters>(
  pool: Pool,
  statement: Statement<Parameters, unknown>,
  parameters: Parameters,
): Promise<PlanNode> {
  const client = await pool.connect()
  try {
    const call = await prepareGeneric(client, statement, parameters)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${call}`,
    )
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    client.release(true)
  }
}

/**
 * Prepares a statement on a connection, which then uses generic plans.
 *
 * @returns the command that executes it
 */
async function prepareGeneric<Parameters>(
  client: ClientBase,
  statement: Statement<Parameters, unknown>,
  parameters: Parameters,
): Promise<string> {
  await client.query('SET plan_cache_mode = force_generic_plan')
  await client.query(`PREPARE explained AS ${statement.text}`)
  const values = statement.values(parameters).map((value) => (value === null ? 'NULL' : escapeLiteral(toText(value))))
  return values.length > 0 ? `EXECUTE explained (${values.join(', ')})` : 'EXECUTE explained'
}

/** Returns a parameter as PostgreSQL reads it from a text. */
function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return Array.isArray(value) ? `{${value.map((item) => JSON.stringify(toText(item))).join(',')}}` : String(value)
}

/** Runs `work`, and returns the plans of the statements that the pool executes meanwhile. */
export type PlanRecorder = (work: () => Promise<unknown>) => Promise<PlanNode[]>

/** Makes the server send the plan of each statement, also of those that Prisma composes. Requires a superuser. */
export async function recordPlans(pool: Pool): Promise<PlanRecorder> {
  let plans: PlanNode[] = []
  const settings = [
    `LOAD 'auto_explain'`,
    'SET auto_explain.log_min_duration = 0',
    'SET auto_explain.log_analyze = on',
    // Includes the checks of foreign keys.
    'SET auto_explain.log_nested_statements = on',
    'SET auto_explain.log_format = json',
    'SET client_min_messages = log',
  ].join('; ')
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) {
    await client.query(settings)
    client.on('notice', ({ message = '' }) => {
      const [, plan] = /plan:\n(.*)$/s.exec(message) ?? []
      if (plan) plans.push((JSON.parse(plan) as { Plan: PlanNode }).Plan)
    })
    client.release()
  }
  return async (work) => {
    plans = []
    await work()
    return plans
  }
}

/** Returns the rows that all plans read together. */
export const totalRowsRead = (plans: readonly PlanNode[]): number =>
  plans.reduce((sum, plan) => sum + rowsRead(plan), 0)

/** Returns a node and all nodes below it. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const removedRows = (node: PlanNode): number =>
  (node['Rows Removed by Filter'] ?? 0) +
  (node['Rows Removed by Index Recheck'] ?? 0) +
  (node['Rows Removed by Join Filter'] ?? 0)

/** Returns the rows that the leaves of a plan read, and those that went through a filter of another node. */
export function rowsRead(plan: PlanNode): number {
  const { Plans: children = [] } = plan
  const removed = removedRows(plan)
  const isCounted = children.length === 0 || removed > 0
  const own = isCounted ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
  return own + totalRowsRead(children)
}

/** Returns the rows of a table that all plans read, also rows that a filter removed. */
export function rowsReadOf(table: string, plans: readonly PlanNode[]): number {
  const scans = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === table)
  const rows = scans.map((node) => (node['Actual Rows'] + removedRows(node)) * node['Actual Loops'])
  return rows.reduce((sum, count) => sum + count, 0)
}
