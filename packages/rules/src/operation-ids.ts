/** The operations of the REST interface, in the order in which a client calls them. */
export const OPERATION_IDS = [
  'createToken',
  'createPartnerAccount',
  'listPartnerAccounts',
  'getPartnerAccount',
] as const
export type OperationId = (typeof OPERATION_IDS)[number]
