import type { ActivationOutcome, StoredActivation } from '@partner-accounts/core'
import { bytes } from '../../prisma/client.ts'

/** The columns of a link; of no link, for null. */
export const activationData = (activation: StoredActivation | null) => ({
  activationTokenHash: activation && bytes(activation.tokenHash),
  activationExpiresAt: activation && activation.expiresAt,
})

/** What a link can still do, from the row that it leads to. Only the statement that uses it decides for good. */
export function unusable(row: { passwordHash: string | null; activationExpiresAt: Date | null }) {
  if (row.passwordHash !== null) return { kind: 'used' } satisfies ActivationOutcome<never>
  const expired = row.activationExpiresAt === null || row.activationExpiresAt <= new Date()
  return expired ? ({ kind: 'expired' } satisfies ActivationOutcome<never>) : undefined
}
