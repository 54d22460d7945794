import { randomBytes } from 'node:crypto'
import type { AuditEntry } from '../src/audit/audit-entry.ts'
import type { Stores, Transact } from '../src/dependencies.ts'
import type { PortalUser, PortalUserAccess } from '../src/identity/portal-user.ts'
import type { NewMail } from '../src/mails/mail.ts'
import type { Partner } from '../src/partners/partner.ts'
import type { SealingKeys } from '../src/secrets/sealing.ts'
import type { SubscriptionOfAccount } from '../src/subscriptions/subscription-store.ts'

type Stubs = { [Name in keyof Stores]?: Partial<Stores[Name]> }

export interface StubDependencies {
  stores: Stores
  transact: Transact
  newId: () => string
  subscriptionNotices: boolean
  recorded: AuditEntry[]
}

/** Any method that is not stubbed fails the test. */
export function stubDependencies(stubs: Stubs): StubDependencies {
  const recorded: AuditEntry[] = []
  const audit = { record: (...entries: readonly AuditEntry[]) => Promise.resolve(void recorded.push(...entries)) }
  const stores = { audit, ...stubs } as unknown as Stores
  let ids = 0
  const transact: Transact = (work) => work(stores)
  return {
    stores,
    transact,
    newId() {
      ids += 1
      return `id${ids}`
    },
    subscriptionNotices: false,
    recorded,
  }
}

export const newSealingKeys = (): SealingKeys => [{ kid: undefined, key: randomBytes(32) }]

export function stubOutbox() {
  const queued: NewMail[] = []
  return { queued, mails: { queue: (mail: NewMail) => Promise.resolve(`m${queued.push(mail)}`) } }
}

export const OPERATOR = { kind: 'internal', name: 'ops' } as const

export const REASON = 'Requested by the partner'

export const ANA: PortalUser = {
  id: 'u1',
  partnerId: 'p1',
  kind: 'person',
  email: 'ana@revenda.example',
  name: 'Ana',
  status: 'active',
  permissions: [],
}

export const ACCESS: PortalUserAccess = {
  userId: ANA.id,
  partnerId: ANA.partnerId,
  userStatus: 'active',
  partnerStatus: 'active',
  permissions: ANA.permissions,
  tokenGeneration: 1,
  hasSecondFactor: false,
  requiresSecondFactor: false,
  endedSessions: [],
}

export const PARTNER: Partner = {
  id: ANA.partnerId,
  name: 'Revenda',
  status: 'active',
  mode: 'live',
  testOf: null,
  coupon: null,
  rateLimit: null,
}

export const SUBSCRIPTION: SubscriptionOfAccount = {
  id: 's1',
  partnerId: ANA.partnerId,
  status: 'pending',
  employees: 12,
  faceIds: 0,
  percentOff: null,
}
