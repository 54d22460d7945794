import type {
  ActivationLink,
  ActivationOutcome,
  AdministratorOfAccount,
  AdministratorStore,
  StoredActivation,
} from '@partner-accounts/core'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Statements } from '../../driver/statements.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { FIND_ADMINISTRATOR_LINK, SET_ADMINISTRATOR_LINK } from '../../sql/link-statements.ts'

const columns = {
  accountId: true,
  fullName: true,
  email: true,
  mobilePhone: true,
  account: { select: { partnerId: true, number: true, employer: { select: { name: true } } } },
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
    const found = row && (await this.#find({ accountId }))
    return found && toAdministrator(found)
  }

  async findLink(tokenHash: Uint8Array): Promise<ActivationLink | undefined> {
    const [row] = await this.#statements.run(FIND_ADMINISTRATOR_LINK, { tokenHash })
    return row
  }

  async activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<AdministratorOfAccount>> {
    const activationTokenHash = bytes(tokenHash)
    const link = await this.findLink(tokenHash)
    if (link?.state !== 'usable') return link && { kind: link.state }
    const { count } = await this.#client.administrator.updateMany({
      data: { passwordHash },
      where: { activationTokenHash, passwordHash: null },
    })
    const row = count === 0 ? undefined : await this.#find({ activationTokenHash })
    if (!row) return { kind: 'used' }
    await this.#client.accountSearchEntry.updateMany({
      data: { administratorActivated: true },
      where: { partnerId: row.account.partnerId, number: row.account.number },
    })
    return { kind: 'activated', who: toAdministrator(row) }
  }

  async #find(where: Prisma.AdministratorWhereUniqueInput): Promise<AdministratorRow | undefined> {
    const row = await this.#client.administrator.findUnique({ relationLoadStrategy: 'join', select: columns, where })
    return row ?? undefined
  }
}

const toAdministrator = ({ account, ...administrator }: AdministratorRow): AdministratorOfAccount => ({
  ...administrator,
  partnerId: account.partnerId,
  accountName: account.employer?.name ?? '',
})
