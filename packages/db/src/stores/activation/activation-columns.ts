import type { LinkState, StoredActivation } from '@partner-accounts/core'
import { bytes } from '../../prisma/client.ts'

/** Returns the columns of a link. Null clears them. */
export const activationData = (activation: StoredActivation | null) => ({
  activationTokenHash: activation && bytes(activation.tokenHash),
  activationExpiresAt: activation && activation.expiresAt,
})

/** The columns that a link's state depends on. */
export const linkColumns = { passwordHash: true, activationExpiresAt: true } as const

/** Returns the state of a link from its row. Only the statement that uses the link is authoritative. */
export function linkState(row: { passwordHash: string | null; activationExpiresAt: Date | null }): LinkState {
  if (row.passwordHash !== null) return 'used'
  return row.activationExpiresAt === null || row.activationExpiresAt <= new Date() ? 'expired' : 'usable'
}
