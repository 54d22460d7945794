import type {
  ActivationOutcome,
  AdministratorOfAccount,
  AdministratorStore,
  StoredActivation,
} from '@partner-accounts/core'
import { activationData, unusable } from '../activation/activation-columns.ts'
import { bytes, type Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { reachingStorage } from '../../driver/storage-errors.ts'

const columns = {
  accountId: true,
  fullName: true,
  email: true,
  mobilePhone: true,
  account: { select: { partnerId: true, employer: { select: { name: true } } } },
} satisfies Prisma.AdministratorSelect

type AdministratorRow = Prisma.AdministratorGetPayload<{ select: typeof columns }>

/** Administrators in PostgreSQL. */
export class PrismaAdministratorStore implements AdministratorStore {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined> {
    const { count } = await reachingStorage(() =>
      this.#client.administrator.updateMany({ data: activationData(activation), where: { accountId } }),
    )
    return count === 0 ? undefined : this.#find({ accountId })
  }

  async activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<AdministratorOfAccount>> {
    const activationTokenHash = bytes(tokenHash)
    const link = await reachingStorage(() =>
      this.#client.administrator.findUnique({
        select: { passwordHash: true, activationExpiresAt: true },
        where: { activationTokenHash },
      }),
    )
    if (!link) return undefined
    const useless = unusable(link)
    if (useless) return useless
    const { count } = await reachingStorage(() =>
      this.#client.administrator.updateMany({
        data: { passwordHash },
        where: { activationTokenHash, passwordHash: null },
      }),
    )
    const who = count === 0 ? undefined : await this.#find({ activationTokenHash })
    return who ? { kind: 'activated', who } : { kind: 'used' }
  }

  async #find(where: Prisma.AdministratorWhereUniqueInput): Promise<AdministratorOfAccount | undefined> {
    const row = await reachingStorage(() =>
      this.#client.administrator.findUnique({ relationLoadStrategy: 'join', select: columns, where }),
    )
    return row ? toAdministrator(row) : undefined
  }
}

const toAdministrator = ({ account, ...administrator }: AdministratorRow): AdministratorOfAccount => ({
  ...administrator,
  partnerId: account.partnerId,
  accountName: account.employer?.name ?? '',
})
