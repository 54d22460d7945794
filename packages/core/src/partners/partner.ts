/** A suspended partner keeps its data; its portal users are refused. */
export type PartnerStatus = 'active' | 'suspended'

/** A reseller, to whom accounts and portal users belong. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  /** The code of the coupon that its new accounts get. */
  coupon: string | null
}
