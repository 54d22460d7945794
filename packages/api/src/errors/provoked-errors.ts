import { type CreateAccountRequest, DomainError, failFirstAttempt, type PortalUserAccess } from '@partner-accounts/core'
import type { ApiContext } from '../context.ts'
import { RequestError } from './request-error.ts'

/** Administrator e-mails and a CNPJ that provoke errors in test mode. The guide repeats this table. */
const PROVOKED_ERRORS = {
  /** The response is 422 with the code 88. */
  takenEmail: 'taken@errors.example',
  /** The response is 429 with `Retry-After: 1`. */
  limitedEmail: 'rate-limited@errors.example',
  /** The account is created, but its activation mail bounces. A tag, as in `bounce+<text>@…`, makes the e-mail unique. */
  bouncingEmail: 'bounce@errors.example',
  /** The first response to an idempotency key or e-mail is 503 with `Retry-After`. */
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

/** Returns the SMTP error to simulate for a test partner's mail, or `null` for addresses that do not bounce. */
export const bounceOf = (recipient: string): string | null =>
  withoutTag(recipient) === PROVOKED_ERRORS.bouncingEmail ? BOUNCE : null

/**
 * Returns the address in lower case and without its tag: `bounce@…` for `Bounce+<text>@…`. Administrator e-mails are
 * unique, so several accounts can provoke a bounce only with different tags.
 */
export const withoutTag = (email: string): string => email.toLowerCase().replace(/\+[^@]*/, '')
