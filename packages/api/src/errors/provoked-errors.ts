import { type CreateAccountRequest, DomainError, failFirstAttempt, type PortalUserAccess } from '@partner-accounts/core'
import type { ApiContext } from '../context.ts'
import { RequestError } from './request-error.ts'

/** What provokes errors, in test mode only. The guide repeats this table. */
const PROVOKED_ERRORS = {
  /** E-mails of administrators: 422/88, 429 with `Retry-After: 1`, and a kept mail that shows a bounce. */
  takenEmail: 'taken@errors.example',
  limitedEmail: 'rate-limited@errors.example',
  /** Also as `bounce+<text>@…`, for several accounts. */
  bouncingEmail: 'bounce@errors.example',
  /** 503 with `Retry-After`, as the first response to an idempotency key or e-mail. */
  unavailableCnpj: 'TESTE503000137',
} as const

const BOUNCE = '550 5.1.1 The mailbox does not exist.'
const RETRY_AFTER_SECONDS = 1

type Creator = Pick<PortalUserAccess, 'partnerId' | 'partnerMode'> & Pick<ApiContext, 'services' | 'idempotencyKey'>

/** @throws the error that a test partner's request provokes */
export async function throwProvoked(
  { partnerId, partnerMode, services, idempotencyKey }: Creator,
  { administrator, employer }: CreateAccountRequest,
): Promise<void> {
  if (partnerMode !== 'test') return
  const email = administrator.email.toLowerCase()
  if (email === PROVOKED_ERRORS.takenEmail) throw new DomainError('administrator-email-taken')
  if (email === PROVOKED_ERRORS.limitedEmail)
    throw new RequestError('rate-limited', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  if (employer.taxId.value === PROVOKED_ERRORS.unavailableCnpj)
    await failFirstAttempt(services, { partnerId, email, idempotencyKey })
}

/** Returns the SMTP response that a test partner's mail to this address would have received; null for a delivery. */
export const bounceOf = (recipient: string): string | null =>
  withoutTag(recipient) === PROVOKED_ERRORS.bouncingEmail ? BOUNCE : null

/** Returns `bounce@…` for `Bounce+<text>@…`, because each account's e-mail is unique. */
export const withoutTag = (email: string): string => email.toLowerCase().replace(/\+[^@]*/, '')
