import type { LinkState, StoredActivation } from '@partner-accounts/core'
import { bytes } from '../../prisma/client.ts'

/** The columns of a link; of no link, for null. */
export const activationData = (activation: StoredActivation | null) => ({
  activationTokenHash: activation && bytes(activation.tokenHash),
  activationExpiresAt: activation && activation.expiresAt,
})

/** The columns that a link's state depends on. */
export const linkColumns = { passwordHash: true, activationExpiresAt: true } as const

/** Returns what a link can do, from the row that it leads to. Only the statement that uses it decides for good. */
export function linkState(row: { passwordHash: string | null; activationExpiresAt: Date | null }): LinkState {
  if (row.passwordHash !== null) return 'used'
  return row.activationExpiresAt === null || row.activationExpiresAt <= new Date() ? 'expired' : 'usable'
}
