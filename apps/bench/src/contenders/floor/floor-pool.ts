import { Pool } from 'pg'

/** A value as PostgreSQL writes it: most of it goes into the answer as it comes. */
export type Field = string | null
export type Row = Field[]

const asText = { getTypeParser: () => (text: string) => text }

/** Named statements whose rows are arrays of text. As many connections as the service has. */
export class FloorPool {
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
