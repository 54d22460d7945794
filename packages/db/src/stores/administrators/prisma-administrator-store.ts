import type {
  ActivationLink,
  ActivationOutcome,
  AdministratorOfAccount,
  AdministratorStore,
  StoredActivation,
} from '@partner-accounts/core'
import { activationData, linkColumns, linkState } from '../activation/activation-columns.ts'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'

const columns = {
  accountId: true,
  fullName: true,
  email: true,
  mobilePhone: true,
  account: { select: { partnerId: true, employer: { select: { name: true } } } },
} satisfies Prisma.AdministratorSelect

type AdministratorRow = Prisma.AdministratorGetPayload<{ select: typeof columns }>

/** Stores administrators in PostgreSQL. */
export class PrismaAdministratorStore implements AdministratorStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined> {
    const { count } = await this.#client.administrator.updateMany({
      data: activationData(activation),
      where: { accountId },
    })
    return count === 0 ? undefined : this.#find({ accountId })
  }

  async findLink(tokenHash: Uint8Array): Promise<ActivationLink | undefined> {
    const select = { ...linkColumns, email: true, fullName: true }
    const where = { activationTokenHash: bytes(tokenHash) }
    const row = await this.#client.administrator.findUnique({ select, where })
    return row ? { state: linkState(row), email: row.email, name: row.fullName } : undefined
  }

  async activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<AdministratorOfAccount>> {
    const activationTokenHash = bytes(tokenHash)
    const link = await this.findLink(tokenHash)
    if (link?.state !== 'usable') return link && { kind: link.state }
    const { count } = await this.#client.administrator.updateMany({
      data: { passwordHash },
      where: { activationTokenHash, passwordHash: null },
    })
    const who = count === 0 ? undefined : await this.#find({ activationTokenHash })
    return who ? { kind: 'activated', who } : { kind: 'used' }
  }

  async #find(where: Prisma.AdministratorWhereUniqueInput): Promise<AdministratorOfAccount | undefined> {
    const row = await this.#client.administrator.findUnique({ relationLoadStrategy: 'join', select: columns, where })
    return row ? toAdministrator(row) : undefined
  }
}

const toAdministrator = ({ account, ...administrator }: AdministratorRow): AdministratorOfAccount => ({
  ...administrator,
  partnerId: account.partnerId,
  accountName: account.employer?.name ?? '',
})
