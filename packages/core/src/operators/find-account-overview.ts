import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError, required } from '../errors.ts'
import type { AccountOverview } from '../accounts/account-directory.ts'
import { parseAccountIdentifier } from '../accounts/account-identifier.ts'
import type { Stores } from '../unit-of-work.ts'

/**
 * @param reference account id, tax ID, or administrator's e-mail
 * @throws `account-not-found`, `account-ambiguous` when several accounts have the tax ID,
 * `invalid-account-identifier`
 */
export async function findAccountOverview(
  { stores }: Pick<Dependencies, 'stores'>,
  { reference }: { reference: string },
): Promise<AccountOverview> {
  const id = await findId(stores, reference)
  return required(await stores.accountDirectory.overview(id), 'account-not-found')
}

async function findId({ operatorQueries }: Stores, reference: string): Promise<string> {
  const email = reference.includes('@') ? normalizeEmail(reference) : undefined
  const identifier = email === undefined ? parseAccountIdentifier(reference) : undefined
  if (identifier?.kind === 'id') return identifier.value
  const { items } = await operatorQueries.accounts({ email, taxId: identifier }, { limit: 2 })
  if (items.length > 1) throw new DomainError('account-ambiguous')
  return required(items[0], 'account-not-found').id
}
