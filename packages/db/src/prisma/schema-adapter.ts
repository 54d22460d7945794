import { PrismaPg } from '@prisma/adapter-pg'
import type {
  ArgType,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from '@prisma/driver-adapter-utils'
import type { Pool } from 'pg'

/** Prisma's adapter, which learns the schema when it connects, and passes times with an offset. */
export class SchemaAdapter implements SqlDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = '@prisma/adapter-pg'
  readonly #pool: Pool
  readonly #readSchema: () => Promise<string | undefined>

  constructor(pool: Pool, readSchema: () => Promise<string | undefined>) {
    this.#pool = pool
    this.#readSchema = readSchema
  }

  async connect(): Promise<SqlDriverAdapter> {
    const schema = await this.#readSchema()
    const adapter = await new PrismaPg(this.#pool, schema === undefined ? {} : { schema }).connect()
    passOffsets(adapter)
    const startTransaction = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await startTransaction(isolationLevel)
      passOffsets(transaction)
      return transaction
    }
    return adapter
  }
}

/** Adds the UTC offset to times. The adapter omits it, so PostgreSQL would read them in the session's time zone. */
function passOffsets(queryable: SqlQueryable): void {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  queryable.queryRaw = (query) => queryRaw(withOffsets(query))
  queryable.executeRaw = (query) => executeRaw(withOffsets(query))
}

/** Raw statements may pass a `Date` without its type. It is a timestamp, because no column is a DATE or a TIME. */
const isTime = (arg: unknown, { scalarType }: ArgType): boolean => scalarType === 'datetime' || arg instanceof Date

function withOffsets(query: SqlQuery): SqlQuery {
  const args = [...query.args]
  const argTypes = [...query.argTypes]
  for (const [index, arg] of args.entries()) {
    const type = argTypes[index]!
    if (!isTime(arg, type)) continue
    args[index] = withOffset(arg)
    // The adapter passes a text as it is, but would format a time again.
    argTypes[index] = { ...type, scalarType: 'string' }
  }
  return { sql: query.sql, args, argTypes }
}

function withOffset(arg: unknown): unknown {
  return typeof arg === 'string' || arg instanceof Date ? new Date(arg).toISOString() : arg
}
