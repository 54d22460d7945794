import { expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import type { ExistingAccount } from './account-store.ts'
import { findExistingAccounts } from './find-existing-accounts.ts'

it('findExistingAccounts queries tax IDs and e-mails in their stored form, and omits invalid e-mails', async () => {
  const found: ExistingAccount[] = []
  const queries: unknown[] = []
  const findExisting = (...query: unknown[]) => {
    queries.push(query)
    return Promise.resolve(found)
  }
  // The second e-mail is invalid, because İ is not ASCII.
  const input = {
    partnerId: 'p1',
    cnpjs: ['12abc34501de35'],
    cpfs: ['12345678909'],
    emails: ['Maria@Estrela.example', 'marİa@estrela.example'],
  }
  expect(await findExistingAccounts(stubDependencies({ accounts: { findExisting } }), input)).toBe(found)
  const candidates = { cnpjs: ['12ABC34501DE35'], cpfs: ['12345678909'], emails: ['maria@estrela.example'] }
  expect(queries).toEqual([['p1', candidates]])
})
