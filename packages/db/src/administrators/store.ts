import type { AdministratorOfAccount, AdministratorStore, LinkKey } from '@partner-accounts/core'
import { activationColumns, linkState } from '../links.ts'
import { bytes, type Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const columns = {
  partnerId: true,
  accountId: true,
  fullName: true,
  email: true,
  mobilePhone: true,
  account: { select: { number: true, employer: { select: { name: true } } } },
} satisfies Prisma.AdministratorSelect

type AdministratorRow = Prisma.AdministratorGetPayload<{ select: typeof columns }>

export function createAdministratorStore(client: Client, run: RunStatement): AdministratorStore {
  const find = (where: Record<'partnerId' | 'accountId', string>) =>
    client.administrator.findFirst({ relationLoadStrategy: 'join', select: columns, where })

  async function findLink({ partnerId, tokenHash }: LinkKey) {
    const row = await client.administrator.findFirst({
      select: { accountId: true, email: true, fullName: true, passwordHash: true, activationExpiresAt: true },
      where: { partnerId, activationTokenHash: bytes(tokenHash) },
    })
    if (!row) return undefined
    const { accountId, email, fullName: name } = row
    return { accountId, email, name, state: linkState(row, await readClock(run)) }
  }

  return {
    async invite(accountId, activation) {
      const account = await client.account.findFirst({ select: { partnerId: true }, where: { id: accountId } })
      if (!account) return undefined
      const key = { accountId, ...account }
      const data = await activationColumns(run, activation)
      const { count } = await client.administrator.updateMany({ data, where: { ...key, passwordHash: null } })
      const invited = count === 0 ? null : await find(key)
      return invited ? toAdministrator(invited) : undefined
    },

    findLink,

    async activate(link, passwordHash) {
      const found = await findLink(link)
      if (found?.state !== 'usable') return found && { kind: found.state }
      const { partnerId, tokenHash } = link
      const { accountId } = found
      const { count } = await client.administrator.updateMany({
        data: { passwordHash },
        where: { partnerId, accountId, activationTokenHash: bytes(tokenHash), passwordHash: null },
      })
      const row = count === 0 ? null : await find({ partnerId, accountId })
      if (!row) return { kind: 'used' }
      await client.accountSearchEntry.updateMany({
        data: { administratorActivated: true },
        where: { partnerId, number: row.account.number },
      })
      return { kind: 'activated', who: toAdministrator(row) }
    },
  }
}

const toAdministrator = ({ account, ...administrator }: AdministratorRow): AdministratorOfAccount => ({
  ...administrator,
  accountName: account.employer?.name ?? '',
})
