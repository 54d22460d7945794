/** A suspended partner keeps its data; its portal users are refused. */
export type PartnerStatus = 'active' | 'suspended'

/** A reseller, to whom accounts and portal users belong. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  couponId: string | null
}

/** A partner as it is added. */
export type NewPartner = Pick<Partner, 'id' | 'name' | 'couponId'>
