import type {
  ActivationOutcome,
  AdministratorOfAccount,
  AdministratorStore,
  LinkState,
  StoredActivation,
} from '@partner-accounts/core'
import { activationData, linkColumns, linkState } from '../activation/activation-columns.ts'
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

  async linkState(tokenHash: Uint8Array): Promise<LinkState | undefined> {
    const where = { activationTokenHash: bytes(tokenHash) }
    return linkState(await reachingStorage(() => this.#client.administrator.findUnique({ select: linkColumns, where })))
  }

  async activate(tokenHash: Uint8Array, passwordHash: string): Promise<ActivationOutcome<AdministratorOfAccount>> {
    const activationTokenHash = bytes(tokenHash)
    const state = await this.linkState(tokenHash)
    if (state !== 'usable') return state && { kind: state }
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
