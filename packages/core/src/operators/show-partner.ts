import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { PartnerRecord } from './operator-queries.ts'

/**
 * Returns a partner as operators see it.
 *
 * @throws DomainError `partner-not-found`
 */
export async function showPartner(
  { stores: { operatorQueries } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<PartnerRecord> {
  const { items } = await operatorQueries.partners({ id }, { limit: 1 })
  if (!items[0]) throw new DomainError('partner-not-found')
  return items[0]
}
