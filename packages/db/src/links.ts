import type { LinkKey, LinkState, StoredActivation } from '@partner-accounts/core'
import { bytes } from './prisma/client.ts'
import { readClock, secondsAfter } from './sql/clock.ts'
import type { RunStatement } from './sql/run.ts'

/** Returns the columns of an activation link. They contain only the token's hash. */
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

/** Matches a link in any state. */
export const ofLink = ({ partnerId, tokenHash }: LinkKey) => ({ partnerId, activationTokenHash: bytes(tokenHash) })

/** Matches a link that `linkState` calls usable. */
export const ofUsableLink = async (run: RunStatement, link: LinkKey) => ({
  ...ofLink(link),
  passwordHash: null,
  activationExpiresAt: { gt: await readClock(run) },
})
