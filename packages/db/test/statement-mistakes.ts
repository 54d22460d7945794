// Compiled by `pnpm typecheck`, never run: each line below a `@ts-expect-error` is a mistake that must not compile.
import type { INSERT } from '../src/accounts/insert-statements.ts'
import { PAGE } from '../src/accounts/page.ts'
import type { AccountValues } from '../src/accounts/values.ts'
import type { RunStatement } from '../src/sql/run.ts'
import { statement, typed } from '../src/sql/statement.ts'

declare const run: RunStatement
declare const insert: typeof INSERT
declare const values: AccountValues & { redeemsCoupon: boolean }

// Parameters are passed by name: each is required and has a type.
void run(PAGE, { partnerId: 'a', page: 1, pageSize: 25 })
// @ts-expect-error -- pageSize is missing
void run(PAGE, { partnerId: 'a', page: 1 })
// @ts-expect-error -- a partner's id is a text
void run(PAGE, { partnerId: 1, page: 1, pageSize: 25 })
// @ts-expect-error -- there is no such parameter
void run(PAGE, { partnerId: 'a', page: 1, pageSize: 25, size: 25 })
void run(insert, values)
// @ts-expect-error -- a hash is bytes, not text
void run(insert, { ...values, secretHash: 'abc' })
// @ts-expect-error -- only the declared parameters may be null
void run(insert, { ...values, name: null })

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
void row?.secretHash

const LIST = statement({
  name: 'list',
  parameters: { ids: 'text[]', errors: 'text?[]' },
  columns: { at: 'timestamptz?', status: typed<'active' | 'suspended'>('text') },
  text: 'SELECT :ids, :errors',
})
const [listed] = await run(LIST, { ids: ['a'], errors: [null] })
const at: Date | null | undefined = listed?.at
// @ts-expect-error -- the column may be null
const time: Date | undefined = listed?.at
// @ts-expect-error -- there is no such status
const isLost = listed?.status === 'lost'
// @ts-expect-error -- an id is not null
void run(LIST, { ids: [null], errors: [] })

export { at, cnpj, created, id, isLost, name, text, time, total }
