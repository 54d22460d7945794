import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { PartnerRecord, PortalUserRecord } from './operator-queries.ts'

/** @throws `partner-not-found` */
export async function showPartner(
  { stores: { operatorQueries, partners } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<PartnerRecord & { testPartnerId: string | null }> {
  const { items } = await operatorQueries.partners({ id }, { limit: 1 })
  const testPartner = await partners.findTestPartner(id)
  return { ...required(items[0], 'partner-not-found'), testPartnerId: testPartner?.id ?? null }
}

/** @throws `portal-user-not-found` */
export async function showPortalUser(
  { stores: { operatorQueries } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<PortalUserRecord> {
  const { items } = await operatorQueries.portalUsers({ id }, { limit: 1 })
  return required(items[0], 'portal-user-not-found')
}
