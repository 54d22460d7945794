import type {
  ActivationLink,
  ActivationOutcome,
  AdministratorOfAccount,
  AdministratorStore,
  LinkKey,
  StoredActivation,
} from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Statements } from '../../driver/statements.ts'
import { findLink } from '../find-link.ts'
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
export class PrismaAdministratorStore implements AdministratorStore {
  readonly #client: Client
  readonly #statements: Statements

  constructor(client: Client, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  async invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined> {
    const [row] = await this.#statements.run(SET_ADMINISTRATOR_LINK, { accountId, ...activation })
    const found = row && (await this.#find(row))
    return found && toAdministrator(found)
  }

  async findLink(link: LinkKey): Promise<ActivationLink | undefined> {
    const row = await this.#findLink(link)
    return row && { state: row.state, email: row.email, name: row.name }
  }

  async activate(link: LinkKey, passwordHash: string): Promise<ActivationOutcome<AdministratorOfAccount>> {
    const found = await this.#findLink(link)
    if (found?.state !== 'usable') return found && { kind: found.state }
    const { partnerId, accountId } = found
    const { count } = await this.#client.administrator.updateMany({
      data: { passwordHash },
      where: { partnerId, accountId, activationTokenHash: bytes(link.tokenHash), passwordHash: null },
    })
    const row = count === 0 ? undefined : await this.#find({ partnerId, accountId })
    if (!row) return { kind: 'used' }
    await this.#client.accountSearchEntry.updateMany({
      data: { administratorActivated: true },
      where: { partnerId, number: row.account.number },
    })
    return { kind: 'activated', who: toAdministrator(row) }
  }

  #findLink(link: LinkKey) {
    return findLink(this.#statements, FIND_ADMINISTRATOR_LINK, link)
  }

  async #find(where: Record<'partnerId' | 'accountId', string>): Promise<AdministratorRow | undefined> {
    const row = await this.#client.administrator.findFirst({ relationLoadStrategy: 'join', select: columns, where })
    return row ?? undefined
  }
}

const toAdministrator = ({ account, ...administrator }: AdministratorRow): AdministratorOfAccount => ({
  ...administrator,
  accountName: account.employer?.name ?? '',
})
