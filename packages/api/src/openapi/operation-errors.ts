import type { ErrorResponseName } from './error-responses.ts'

const FOR_PARTNERS = ['Unauthenticated', 'Forbidden', 'RateLimited', 'Unavailable', 'InternalError'] as const

/** The error responses of each operation (parts 4 and 7), by its id. One per status. */
export const OPERATION_ERRORS: Record<string, readonly ErrorResponseName[]> = {
  createToken: ['SignInRejected', 'BodyTooLarge', 'InvalidJson', 'SignInLimited', 'SignInUnavailable', 'InternalError'],
  listPartnerAccounts: FOR_PARTNERS,
  createPartnerAccount: ['AccountRejected', 'BodyTooLarge', 'InFlight', ...FOR_PARTNERS],
  getPartnerAccount: ['AccountNotFound', 'InvalidIdentifier', ...FOR_PARTNERS],
}
