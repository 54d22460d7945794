import type { Dependencies } from '../dependencies.ts'
import { required } from '../errors.ts'
import type { PartnerRecord, PortalUserRecord } from '../records/record-queries.ts'

/** @throws `partner-not-found` */
export async function showPartner(
  { stores: { records, partners } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<PartnerRecord & { testPartnerId: string | null }> {
  const { items } = await records.partners({ id }, { limit: 1 })
  const testPartner = await partners.findTestPartner(id)
  return { ...required(items[0], 'partner-not-found'), testPartnerId: testPartner?.id ?? null }
}

/** @throws `portal-user-not-found` */
export async function showPortalUser(
  { stores: { records } }: Pick<Dependencies, 'stores'>,
  { id }: { id: string },
): Promise<PortalUserRecord> {
  const { items } = await records.portalUsers({ id }, { limit: 1 })
  return required(items[0], 'portal-user-not-found')
}
