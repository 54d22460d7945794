import type { LinkKey, LinkState, StoredActivation } from '@partner-accounts/core'
import { bytes } from './prisma/client.ts'
import { readClock, secondsAfter } from './sql/clock.ts'
import type { RunStatement } from './sql/run.ts'

// The row stores only the token's hash.

export const activationColumns = async (run: RunStatement, { tokenHash, validForSeconds }: StoredActivation) => ({
  activationTokenHash: bytes(tokenHash),
  activationExpiresAt: secondsAfter(await readClock(run), validForSeconds),
})

export const NO_LINK = { activationTokenHash: null, activationExpiresAt: null }

export const NO_RESET_LINK = { resetTokenHash: null, resetExpiresAt: null }

interface ActivationRow {
  passwordHash: string | null
  activationExpiresAt: Date | null
}

export function linkState({ passwordHash, activationExpiresAt }: ActivationRow, now: Date): LinkState {
  if (passwordHash !== null) return 'used'
  return activationExpiresAt !== null && activationExpiresAt > now ? 'usable' : 'expired'
}

export const ofLink = ({ partnerId, tokenHash }: LinkKey) => ({ partnerId, activationTokenHash: bytes(tokenHash) })

/** Matches a link that `linkState` calls usable. */
export const ofUsableLink = async (run: RunStatement, link: LinkKey) => ({
  ...ofLink(link),
  passwordHash: null,
  activationExpiresAt: { gt: await readClock(run) },
})
