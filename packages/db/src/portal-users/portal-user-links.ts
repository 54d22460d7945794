import type { LinkKey, PortalUserStore } from '@partner-accounts/core'
import { linkState, NO_RESET_LINK, ofLink, ofUsableLink } from '../links.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { changeUser, ENDED_SESSIONS } from './portal-user-rows.ts'

type Links = Pick<
  PortalUserStore,
  'findActivationLink' | 'activate' | 'setResetLink' | 'findResetLink' | 'resetPassword'
>

/** Invitations, and links that reset a password. */
export const createPortalUserLinks = (client: Client, run: RunStatement): Links => ({
  async findActivationLink(link) {
    const row = await client.portalUser.findFirst({
      select: { email: true, name: true, passwordHash: true, activationExpiresAt: true },
      where: ofLink(link),
    })
    if (!row) return undefined
    return { email: row.email, name: row.name, state: linkState(row, await readClock(run)) }
  },

  async activate(link, passwordHash) {
    const where = { ...(await ofUsableLink(run, link)), status: 'invited' }
    return changeUser(client, where, { passwordHash, status: 'active', ...ENDED_SESSIONS })
  },

  async setResetLink(id, { tokenHash, validForSeconds }) {
    const resetExpiresAt = secondsAfter(await readClock(run), validForSeconds)
    await client.portalUser.updateMany({ data: { resetTokenHash: bytes(tokenHash), resetExpiresAt }, where: { id } })
  },

  async findResetLink(link) {
    const where = await ofResetLink(run, link)
    return (await client.portalUser.findFirst({ select: { email: true, name: true }, where })) ?? undefined
  },

  async resetPassword(link, passwordHash) {
    const where = await ofResetLink(run, link)
    return changeUser(client, where, { passwordHash, ...ENDED_SESSIONS, ...NO_RESET_LINK })
  },
})

async function ofResetLink(run: RunStatement, { partnerId, tokenHash }: LinkKey) {
  const resetExpiresAt = { gt: await readClock(run) }
  return {
    partnerId,
    resetTokenHash: bytes(tokenHash),
    resetExpiresAt,
    status: 'active',
  } satisfies Prisma.PortalUserWhereInput
}
