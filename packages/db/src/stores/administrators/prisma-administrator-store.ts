import type { AdministratorOfAccount, AdministratorStore, LinkKey } from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { RunStatement } from '../../driver/statements.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { FIND_ADMINISTRATOR_LINK, SET_ADMINISTRATOR_LINK } from '../../sql/link-statements.ts'

const columns = {
  partnerId: true,
  accountId: true,
  fullName: true,
  email: true,
  mobilePhone: true,
  account: { select: { number: true, employer: { select: { name: true } } } },
} satisfies Prisma.AdministratorSelect

type AdministratorRow = Prisma.AdministratorGetPayload<{ select: typeof columns }>

/** Stores administrators in PostgreSQL. */
export function createPrismaAdministratorStore(client: Client, run: RunStatement): AdministratorStore {
  const find = (where: Record<'partnerId' | 'accountId', string>) =>
    client.administrator.findFirst({ relationLoadStrategy: 'join', select: columns, where })

  async function findLink(link: LinkKey) {
    const [found] = await run(FIND_ADMINISTRATOR_LINK, link)
    return found
  }

  return {
    async invite(accountId, activation) {
      const account = await client.account.findFirst({ select: { partnerId: true }, where: { id: accountId } })
      if (!account) return undefined
      const key = { accountId, ...account }
      const [changed] = await run(SET_ADMINISTRATOR_LINK, { ...key, ...activation })
      const found = changed && (await find(key))
      return found ? toAdministrator(found) : undefined
    },

    findLink,

    async activate(link, passwordHash) {
      const found = await findLink(link)
      if (found?.state !== 'usable') return found && { kind: found.state }
      const { partnerId, accountId } = found
      const { count } = await client.administrator.updateMany({
        data: { passwordHash },
        where: { partnerId, accountId, activationTokenHash: bytes(link.tokenHash), passwordHash: null },
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
