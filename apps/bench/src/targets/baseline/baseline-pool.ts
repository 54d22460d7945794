import { Pool } from 'pg'

/** A value in PostgreSQL's text format. Responses contain most of them unchanged. */
export type Field = string | null
export type Row = Field[]

const asText = { getTypeParser: () => (text: string) => text }

/** Has the default number of connections, as the service's pool does. */
export class BaselinePool {
  readonly #pool: Pool

  constructor(connectionString: string) {
    this.#pool = new Pool({ connectionString, options: '-c timezone=UTC' })
    this.#pool.on('error', () => {})
  }

  async query(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>({ name, text, values, rowMode: 'array', types: asText })
    return rows
  }
}
