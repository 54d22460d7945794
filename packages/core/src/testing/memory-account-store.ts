import type { Account, AccountWithCredentials, NewAccount } from '../accounts/account.ts'
import type { AccountIdentifier } from '../accounts/account-identifier.ts'
import type { AccountPage, AccountStore } from '../accounts/account-store.ts'
import type { IdempotentCreation } from '../accounts/idempotency.ts'
import type { Actor, AuditEntry } from '../audit/audit-trail.ts'
import { type Coupon, isRedeemable } from '../coupons/coupon.ts'
import { DomainError } from '../errors.ts'
import { contractedEmployees, contractedFaceIds, type Subscription } from '../subscriptions/subscription.ts'

interface StoredAccount extends NewAccount {
  createdAt: Date
  subscriptions: Subscription[]
}

/** Accounts in memory, for tests of the domain. Held to the same contract as the stores that keep them for good. */
export class MemoryAccountStore implements AccountStore {
  /** Oldest first. */
  readonly #accounts: StoredAccount[] = []
  readonly #coupons = new Map<string, Coupon>()
  readonly #creations = new Map<string, IdempotentCreation>()
  /** What was written to the audit trail. */
  readonly recorded: AuditEntry[] = []

  /** The coupon that the partner's new accounts are to have. */
  setCoupon(partnerId: string, coupon: Coupon): void {
    this.#coupons.set(partnerId, { ...coupon })
  }

  /** Everything that was stored of an account. */
  stored(id: string): StoredAccount | undefined {
    return this.#accounts.find((account) => account.id === id)
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- a store's failures are rejections, not throws
  async create(account: NewAccount, createdBy: Actor, creation?: IdempotentCreation): Promise<Uint8Array | undefined> {
    const earlier = creation && this.#earlierAnswer(creation)
    if (earlier) return earlier
    const email = account.administrator.email.toLowerCase()
    if (this.#accounts.some(({ administrator }) => administrator.email.toLowerCase() === email)) {
      throw new DomainError('administrator-email-taken')
    }
    const coupon = this.#redeem(account.partnerId)
    const subscription: Subscription = {
      ...account.subscription,
      status: 'pending',
      faceIds: 0,
      couponId: coupon?.id ?? null,
      percentOff: coupon?.percentOff ?? null,
    }
    this.#accounts.push({ ...account, createdAt: new Date(), subscriptions: [subscription] })
    const { id, partnerId } = account
    this.recorded.push({ actor: createdBy, action: 'account.created', subjectId: id, partnerId, accountId: id })
    if (creation) this.#creations.set(lookupOf(creation), creation)
    return undefined
  }

  page(partnerId: string, page: number, pageSize: number): Promise<AccountPage> {
    const accounts = this.#newestFirst(partnerId)
    const start = (page - 1) * pageSize
    return Promise.resolve({ items: accounts.slice(start, start + pageSize).map(toAccount), total: accounts.length })
  }

  find(partnerId: string, { kind, value }: AccountIdentifier): Promise<AccountWithCredentials | undefined> {
    const found = this.#newestFirst(partnerId).find(({ id, employer: { document } }) =>
      kind === 'id' ? id === value : document.kind === kind && document.value === value,
    )
    return Promise.resolve(found && { ...toAccount(found), credentials: found.credentials })
  }

  #newestFirst(partnerId: string): StoredAccount[] {
    return this.#accounts.filter((account) => account.partnerId === partnerId).reverse()
  }

  #earlierAnswer(creation: IdempotentCreation): Uint8Array | undefined {
    const earlier = this.#creations.get(lookupOf(creation))
    if (!earlier || earlier.expiresAt <= new Date()) return undefined
    if (Buffer.compare(earlier.fingerprint, creation.fingerprint) === 0) return earlier.sealedAnswer
    throw new DomainError('idempotency-key-reused')
  }

  #redeem(partnerId: string): Coupon | undefined {
    const coupon = this.#coupons.get(partnerId)
    if (!coupon || !isRedeemable(coupon, new Date())) return undefined
    coupon.redemptions += 1
    return coupon
  }
}

const lookupOf = ({ lookup }: IdempotentCreation) => Buffer.from(lookup).toString('hex')

const toAccount = ({ id, createdAt, employer, subscriptions }: StoredAccount): Account => ({
  id,
  createdAt,
  name: employer.name,
  financialEmail: employer.financialEmail,
  cnpj: employer.document.kind === 'cnpj' ? employer.document.value : null,
  activeEmployees: 0,
  subscriptionEmployees: contractedEmployees(subscriptions),
  subscriptionFaceIds: contractedFaceIds(subscriptions),
})
