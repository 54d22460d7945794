import type { AdministratorOfAccount, AdministratorStore } from '@partner-accounts/core'
import { activationColumns, linkState, ofLink, ofUsableLink } from '../links.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const columns = {
  partnerId: true,
  id: true,
  name: true,
  fullName: true,
  email: true,
  mobilePhone: true,
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

  return {
    invite: async (id, activation) => change({ id }, await activationColumns(run, activation)),

    async findActivationLink(link) {
      const row = await client.account.findFirst({
        select: { email: true, fullName: true, passwordHash: true, activationExpiresAt: true },
        where: ofLink(link),
      })
      if (!row) return undefined
      return { email: row.email, name: row.fullName, state: linkState(row, await readClock(run)) }
    },

    activate: async (link, passwordHash) =>
      change(await ofUsableLink(run, link), { passwordHash, administratorActivated: true }),
  }
}
