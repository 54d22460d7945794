import type { OperationId } from '@partner-accounts/rules'
import type { ErrorResponseName } from './error-responses.ts'

const FOR_ALL = ['BadRequest', 'MethodNotAllowed', 'RequestTimeout', 'HeaderTooLarge', 'InternalError'] as const
const FOR_PARTNERS = [...FOR_ALL, 'Unauthenticated', 'Forbidden', 'RateLimited', 'Unavailable'] as const

/** By operation; one response per status. */
export const OPERATION_ERRORS: Record<OperationId, readonly ErrorResponseName[]> = {
  createToken: [
    ...FOR_ALL,
    ...([
      'SignInRejected',
      'PathNotFound',
      'BodyTooLarge',
      'InvalidJson',
      'SignInLimited',
      'SignInUnavailable',
    ] as const),
  ],
  listPartnerAccounts: ['PathNotFound', ...FOR_PARTNERS],
  createPartnerAccount: ['PathNotFound', 'AccountRejected', 'BodyTooLarge', 'InFlight', ...FOR_PARTNERS],
  getPartnerAccount: ['AccountNotFound', 'InvalidIdentifier', ...FOR_PARTNERS],
}
