import type { AuditEntry } from '../audit/audit-trail.ts'
import type { NewMail } from '../mails/mail.ts'
import type { Partner } from '../partners/partner.ts'
import type { PortalUser, PortalUserAccess } from '../portal-users/portal-user.ts'
import type { SubscriptionOfAccount } from '../subscriptions/subscription-store.ts'
import type { Stores, Transact } from '../unit-of-work.ts'

type Stubs = { [Name in keyof Stores]?: Partial<Stores[Name]> }

/** The dependencies of most use cases, for their unit tests. */
export interface StubDependencies {
  stores: Stores
  transact: Transact
  newId: () => string
  /** The recorded audit entries. */
  recorded: AuditEntry[]
}

/** Creates dependencies from the store methods that a use case may call. Any other call fails the test. */
export function stubDependencies(stubs: Stubs): StubDependencies {
  const recorded: AuditEntry[] = []
  const audit = { record: (...entries: readonly AuditEntry[]) => Promise.resolve(void recorded.push(...entries)) }
  const stores = { audit, ...stubs } as unknown as Stores
  let ids = 0
  return { stores, transact: (work) => work(stores), newId: () => `id${++ids}`, recorded }
}

/** Creates an outbox, and the list of the mails that a use case queues in it. */
export function stubOutbox() {
  const queued: NewMail[] = []
  return { queued, mails: { queue: (mail: NewMail) => Promise.resolve(`m${queued.push(mail)}`) } }
}

/** An actor for tests. */
export const OPERATOR = { kind: 'internal', name: 'ops' } as const

/** An active portal user for tests. */
export const ANA: PortalUser = {
  id: 'u1',
  partnerId: 'p1',
  kind: 'person',
  email: 'ana@revenda.example',
  name: 'Ana',
  status: 'active',
  permissions: [],
}

/** What `ANA` may do. */
export const ACCESS: PortalUserAccess = {
  userId: ANA.id,
  partnerId: ANA.partnerId,
  userStatus: 'active',
  partnerStatus: 'active',
  permissions: ANA.permissions,
  tokenGeneration: 1,
  endedSessions: [],
}

/** The partner of `ANA`. */
export const PARTNER: Partner = { id: ANA.partnerId, name: 'Revenda', status: 'active', coupon: null }

/** A pending subscription for tests, of the partner of `ANA`. */
export const SUBSCRIPTION: SubscriptionOfAccount = {
  id: 's1',
  partnerId: ANA.partnerId,
  status: 'pending',
  employees: 12,
  faceIds: 0,
  couponId: null,
  percentOff: null,
}
