/** In the order in which clients call them. */
export const OPERATION_IDS = [
  'createToken',
  'createPartnerAccount',
  'listPartnerAccounts',
  'getPartnerAccount',
] as const
export type OperationId = (typeof OPERATION_IDS)[number]
