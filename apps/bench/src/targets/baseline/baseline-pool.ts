import { Pool } from 'pg'

/** In PostgreSQL's text format, mostly copied into the response unchanged. */
export type Field = string | null
export type Row = Field[]

const asText = { getTypeParser: () => (text: string) => text }

/** As many connections as the service. */
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
