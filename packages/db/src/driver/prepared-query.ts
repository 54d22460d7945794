import { type ClientBase, type Connection, Query, type Submittable, types } from 'pg'
import type { Statement } from './statements.ts'

/** What the server says of the rows to come. */
interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** A row as the server writes it. */
interface DataRow {
  fields: (string | null)[]
}

/** What `pg` keeps with each connection: the statements that are parsed there, and those on their way to it. */
interface NamedStatements {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** What `pg` sends for a value: bytes as they are, everything else as text. */
type WireValue = string | Uint8Array | null

interface Column {
  name: string
  parse: (text: string) => unknown
}

/** Makes objects of a statement's rows. */
export class RowReader {
  readonly #columns: Column[]
  readonly #blank: Record<string, unknown>

  constructor({ fields }: RowDescription) {
    this.#columns = fields.map(({ name, dataTypeID }) => {
      const parse = types.getTypeParser(dataTypeID, 'text') as Column['parse']
      return { name, parse }
    })
    this.#blank = Object.fromEntries(fields.map(({ name }) => [name, null]))
  }

  read({ fields }: DataRow): object {
    const row = { ...this.#blank }
    for (let at = 0; at < fields.length; at++) {
      const text = fields[at]
      const column = this.#columns[at]
      if (text != null && column) row[column.name] = column.parse(text)
    }
    return row
  }
}

/** A connection that takes several statements at a time takes none but of this class. The types tell other methods. */
const PgQuery = Query as unknown as new (text: string) => { name?: string }

/**
 * A named statement on its way. `pg` has one of its own, which has the server describe the rows each time and looks at
 * much that these statements never have: that is more work than reading a single row.
 */
class PreparedQuery extends PgQuery implements Submittable {
  /** `pg` puts in whom to tell, and looks at the name and the text once the server has parsed it. */
  declare callback: (error?: Error | null) => void
  override readonly name: string
  declare readonly text: string
  readonly answer: object[] = []
  readonly #statement: Statement<unknown>
  readonly #values: readonly unknown[]

  constructor(statement: Statement<unknown>, values: readonly unknown[]) {
    super(statement.text)
    this.name = statement.name
    this.#statement = statement
    this.#values = values
  }

  submit(connection: Connection): void {
    const { name, text } = this
    const { parsedStatements, submittedNamedStatements } = connection as unknown as NamedStatements
    const values = this.#values.map(toWireValue)
    // All in one write.
    connection.stream.cork()
    if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
      connection.parse({ name, text, types: [] }, true)
      submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values } as Parameters<Connection['bind']>[0], true)
    // Once known, the columns stay what they are: the text names them.
    if (!this.#statement.reader) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(description: RowDescription): void {
    this.#statement.reader = new RowReader(description)
  }

  handleDataRow(row: DataRow): void {
    if (this.#statement.reader) this.answer.push(this.#statement.reader.read(row))
  }

  handleCommandComplete(): void {
    // The rows are what counts.
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}

/** @throws whatever the server refuses, and what breaks the connection */
export function runPrepared<Row>(
  client: ClientBase,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(statement, values)
    const answered = (error?: Error | null) => (error ? reject(error) : resolve(query.answer as Row[]))
    // The callback is not in the types of `pg`, though it takes one for whatever it is given.
    ;(client.query as (query: Submittable, callback: typeof answered) => void).call(client, query, answered)
  })
}

function toWireValue(value: unknown): WireValue {
  if (value == null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError(`no statement takes a value like ${typeof value}`)
}
