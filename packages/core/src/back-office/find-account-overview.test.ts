import { describe, expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import type { AccountOverview } from '../accounts/account-overview.ts'
import { findAccountOverview } from './find-account-overview.ts'
import type { AccountRecord } from '../records/record-queries.ts'

const ID = '65f04c1e9b2d3a7f80c1e5a2'
const ACCOUNT = { id: ID } as AccountOverview

/** Stores with one account, in which searches by tax ID or e-mail match accounts with these ids. */
function directory(...matches: string[]) {
  const filters: unknown[] = []
  const dependencies = stubDependencies({
    accountDirectory: { overview: (id) => Promise.resolve(id === ID ? ACCOUNT : undefined) },
    records: {
      accounts: (filter, { limit }) => {
        filters.push(filter)
        const items = matches.slice(0, limit).map((id) => ({ id }) as AccountRecord)
        return Promise.resolve({ items, nextCursor: null })
      },
    },
  })
  return { ...dependencies, filters }
}

describe('findAccountOverview', () => {
  it('finds an account by its id in either case without a search', async () => {
    const dependencies = directory()
    expect(await findAccountOverview(dependencies, { reference: ID.toUpperCase() })).toBe(ACCOUNT)
    expect(dependencies.filters).toEqual([])
  })

  it.each([
    ['Maria@Estrela.example', { email: 'maria@estrela.example' }],
    ['12abc34501de35', { taxId: { kind: 'cnpj', value: '12ABC34501DE35' } }],
    ['12345678909', { taxId: { kind: 'cpf', value: '12345678909' } }],
  ])('finds an account by %s', async (reference, filter) => {
    const dependencies = directory(ID)
    expect(await findAccountOverview(dependencies, { reference })).toBe(ACCOUNT)
    expect(dependencies.filters).toEqual([{ ...filter, mode: 'live' }])
  })

  it('prefers live accounts, and falls back to those of test partners', async () => {
    const testAccount = { id: 'f'.repeat(24) } as AccountRecord
    const find = (...live: AccountRecord[]) =>
      findAccountOverview(
        stubDependencies({
          accountDirectory: { overview: (id) => Promise.resolve({ id } as AccountOverview) },
          records: {
            accounts: ({ mode }) =>
              Promise.resolve({ items: mode === 'live' ? live : [testAccount], nextCursor: null }),
          },
        }),
        { reference: 'maria@estrela.example' },
      )
    expect(await find({ id: ID } as AccountRecord)).toEqual({ id: ID })
    expect(await find()).toEqual({ id: testAccount.id })
  })

  it('rejects a tax ID that several accounts have', async () => {
    const found = findAccountOverview(directory(ID, 'f'.repeat(24)), { reference: '12345678909' })
    await expect(found).rejects.toMatchObject({ kind: 'account-ambiguous' })
  })

  it.each(['f'.repeat(24), 'maria@estrela.example', '12345678909'])(
    'rejects %s when no account has it',
    async (reference) => {
      const found = findAccountOverview(directory(), { reference })
      await expect(found).rejects.toMatchObject({ kind: 'account-not-found' })
    },
  )

  // The last text is no e-mail, because İ is not ASCII.
  it.each(['estrela', '123.456.789-09', 'marİa@estrela.example'])(
    'rejects %s, which is neither an id nor a tax ID nor an e-mail, without a search',
    async (reference) => {
      const dependencies = directory(ID)
      const found = findAccountOverview(dependencies, { reference })
      await expect(found).rejects.toMatchObject({ kind: 'invalid-account-identifier' })
      expect(dependencies.filters).toEqual([])
    },
  )
})
