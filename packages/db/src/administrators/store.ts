import type { AdministratorOfAccount, AdministratorStore, LinkKey } from '@partner-accounts/core'
import { activationColumns, linkState } from '../links.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const columns = {
  ...{ partnerId: true, id: true, name: true, fullName: true, email: true, mobilePhone: true },
} satisfies Prisma.AccountSelect

export function createAdministratorStore(client: Client, run: RunStatement): AdministratorStore {
  async function change(
    where: Prisma.AccountWhereInput,
    data: Prisma.AccountUpdateManyMutationInput,
  ): Promise<AdministratorOfAccount | undefined> {
    const [row] = await client.account.updateManyAndReturn({
      data,
      select: columns,
      where: { ...where, passwordHash: null },
    })
    if (!row) return undefined
    const { id: accountId, name: accountName, ...administrator } = row
    return { accountId, accountName, ...administrator }
  }

  const ofLink = ({ partnerId, tokenHash }: LinkKey) => ({ partnerId, activationTokenHash: bytes(tokenHash) })

  async function findLink(link: LinkKey) {
    const row = await client.account.findFirst({
      select: { id: true, email: true, fullName: true, passwordHash: true, activationExpiresAt: true },
      where: ofLink(link),
    })
    if (!row) return undefined
    const { id: accountId, email, fullName: name } = row
    return { accountId, email, name, state: linkState(row, await readClock(run)) }
  }

  return {
    invite: async (id, activation) => change({ id }, await activationColumns(run, activation)),

    findLink,

    async activate(link, passwordHash) {
      const found = await findLink(link)
      if (found?.state !== 'usable') return found && { kind: found.state }
      const where = { id: found.accountId, ...ofLink(link) }
      const who = await change(where, { passwordHash, administratorActivated: true })
      return who ? { kind: 'activated', who } : { kind: 'used' }
    },
  }
}
