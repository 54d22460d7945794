// Compiled by `pnpm typecheck`, never run: each line below a `@ts-expect-error` is a mistake that must not compile.
import { sql } from 'kysely'
import type { RunStatement } from '../src/sql/run.ts'
import type { INSERT } from '../src/accounts/insert.ts'
import type { AccountValues } from '../src/accounts/values.ts'
import { insertRow } from '../src/sql/insert-row.ts'
import { PAGE } from '../src/accounts/page.ts'
import { type Given, queries, Statement } from '../src/sql/statement.ts'

declare const run: RunStatement
declare const insert: typeof INSERT
declare const values: AccountValues

// Parameters are passed by name: each is required and has a type.
void run(PAGE, { partnerId: 'a', page: 1, pageSize: 25 })
// @ts-expect-error -- pageSize is missing
void run(PAGE, { partnerId: 'a', page: 1 })
// @ts-expect-error -- partnerId and page are swapped
void run(PAGE, { partnerId: 1, page: 'a', pageSize: 25 })
// @ts-expect-error -- there is no such parameter
void run(PAGE, { partnerId: 'a', page: 1, pageSize: 25, size: 25 })
// @ts-expect-error -- a hash is bytes, not text
void run(insert, { ...values, secretHash: 'abc' })

// Rows have the types of their columns.
const [row] = await run(PAGE, { partnerId: 'a', page: 1, pageSize: 25 })
const total: number | undefined = row?.total
// @ts-expect-error -- the total is a number
const text: string | undefined = row?.total
const [id, created]: [string, number, ...unknown[]] = row!.accounts[0]!
// @ts-expect-error -- the third value is the name
const name: number = row!.accounts[0]![2]
// @ts-expect-error -- the CNPJ is null for an employer with a CPF
const cnpj: string = row!.accounts[0]![4]
// @ts-expect-error -- the page does not select this column
void row?.secret_hash

// A statement may use only existing columns, with their types.
void new Statement('a', ({ id }: Given<{ id: string }>) =>
  queries.selectFrom('accounts').select('number').where('id', '=', id),
)
// @ts-expect-error -- accounts have no such column: it was renamed
void new Statement('b', () => queries.selectFrom('accounts').select('no'))
void new Statement('c', ({ id }: Given<{ id: number }>) =>
  // @ts-expect-error -- the id is a text: its type was changed
  queries.selectFrom('accounts').select('number').where('id', '=', id),
)
// @ts-expect-error -- there is no such status
void new Statement('d', () => queries.selectFrom('mails').select('id').where('status', '=', 'lost'))

// An inserted row requires all columns without a default, each with its type.
void new Statement('e', ({ id, name }: Given<{ id: string; name: string }>) =>
  insertRow(queries.insertInto('partners'), queries.selectNoFrom([]), () => ({
    id,
    name,
    coupon_id: sql<null>`NULL`,
    rate_limit: sql<null>`NULL`,
    rate_limit_until: sql<null>`NULL`,
    test_of: sql<null>`NULL`,
  })),
)
void new Statement('f', ({ id, name }: Given<{ id: string; name: string }>) =>
  // @ts-expect-error -- coupon_id is missing, which has no default
  insertRow(queries.insertInto('partners'), queries.selectNoFrom([]), () => ({ id, name })),
)
void new Statement('g', ({ id, name }: Given<{ id: string; name: number }>) =>
  insertRow(queries.insertInto('partners'), queries.selectNoFrom([]), () => ({
    id,
    // @ts-expect-error -- a name is a text
    name,
    coupon_id: sql<null>`NULL`,
    rate_limit: sql<null>`NULL`,
    rate_limit_until: sql<null>`NULL`,
  })),
)

export { cnpj, created, id, name, text, total }
