import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { AccountFilter } from './operator-queries.ts'
import type { AccountOverview } from '../accounts/account-directory.ts'
import { parseAccountIdentifier } from '../accounts/account-identifier.ts'

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
  const account = id === undefined ? undefined : await stores.accountDirectory.overview(id)
  if (!account) throw new DomainError('account-not-found')
  return account
}

async function findId({ operatorQueries }: Dependencies['stores'], reference: string): Promise<string | undefined> {
  const filter = toFilter(reference)
  if (typeof filter === 'string') return filter
  const { items } = await operatorQueries.accounts(filter, { limit: 2 })
  if (items.length > 1) throw new DomainError('account-ambiguous')
  return items[0]?.id
}

function toFilter(reference: string): AccountFilter | string {
  const email = reference.includes('@') ? normalizeEmail(reference) : undefined
  if (email !== undefined) return { email }
  const identifier = parseAccountIdentifier(reference)
  return identifier.kind === 'id' ? identifier.value : { taxId: identifier }
}
