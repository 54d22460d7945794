import { parseAccountIdentifier } from '../accounts/account-identifier.ts'
import type { AccountOverview } from '../accounts/account-overview.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import { normalizeEmail } from '../identity/email.ts'

/**
 * Finds an account of any partner. Prefers live accounts to those of test partners.
 *
 * @param reference account id, tax ID, or administrator's e-mail
 * @throws `account-not-found`, `account-ambiguous` when several accounts have the tax ID or
 * e-mail, `invalid-account-identifier`
 */
export async function findAccountOverview(
  { stores }: Pick<Dependencies, 'stores'>,
  { reference }: { reference: string },
): Promise<AccountOverview> {
  const id = await findId(stores, reference)
  return required(await stores.accountDirectory.overview(id), 'account-not-found')
}

async function findId({ records }: Stores, reference: string): Promise<string> {
  const email = reference.includes('@') ? normalizeEmail(reference) : undefined
  const identifier = email === undefined ? parseAccountIdentifier(reference) : undefined
  if (identifier?.kind === 'id') return identifier.value
  const filter = { email, taxId: identifier }
  const live = await records.accounts({ ...filter, mode: 'live' }, { limit: 2 })
  const { items } = live.items.length > 0 ? live : await records.accounts(filter, { limit: 2 })
  if (items.length > 1) throw new DomainError('account-ambiguous')
  return required(items[0], 'account-not-found').id
}
