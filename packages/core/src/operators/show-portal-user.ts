import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { PortalUserRecord } from './operator-queries.ts'

/**
 * Returns a portal user as operators see it.
 *
 * @throws DomainError `portal-user-not-found`
 */
export async function showPortalUser(
  { stores: { operatorQueries } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<PortalUserRecord> {
  const { items } = await operatorQueries.portalUsers({ id }, { limit: 1 })
  if (!items[0]) throw new DomainError('portal-user-not-found')
  return items[0]
}
