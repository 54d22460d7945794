import type { ErrorResponseName } from './error-responses.ts'

const FOR_PARTNERS = ['Unauthenticated', 'Forbidden', 'RateLimited', 'Unavailable', 'InternalError'] as const

/** What each operation answers when it fails (parts 4 and 7), by its id. One response a status. */
export const OPERATION_ERRORS: Record<string, readonly ErrorResponseName[]> = {
  createToken: ['SignInRefused', 'BodyTooLarge', 'InvalidJson', 'SignInLimited', 'SignInUnavailable', 'InternalError'],
  listPartnerAccounts: FOR_PARTNERS,
  createPartnerAccount: ['AccountRefused', 'BodyTooLarge', 'InFlight', ...FOR_PARTNERS],
  getPartnerAccount: ['AccountNotFound', 'InvalidIdentifier', ...FOR_PARTNERS],
}
