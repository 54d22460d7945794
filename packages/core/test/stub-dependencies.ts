import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditEntry } from '../src/audit/audit-entry.ts'
import type { Stores, Transact } from '../src/dependencies.ts'
import type { PortalUser, PortalUserAccess } from '../src/identity/portal-user.ts'
import type { NewMail } from '../src/mails/mail.ts'
import type { Partner } from '../src/partners/partner.ts'
import type { SealingKeys } from '../src/secrets/sealing.ts'
import type { SubscriptionOfPartner } from '../src/subscriptions/subscription-store.ts'

type Stubs = { [Name in keyof Stores]?: Partial<Stores[Name]> }

export interface StubDependencies {
  stores: Stores
  transact: Transact
  newId: () => string
  subscriptionNotices: boolean
  recorded: AuditEntry[]
}

/**
 * Creates stores of the stubbed methods, by default without mails. A call of any other method fails the test, and so does
 * a transaction that does not wait for a call before the next one, or before it ends.
 */
export function stubDependencies(stubs: Stubs): StubDependencies {
  const recorded: AuditEntry[] = []
  const audit = {
    record(...entries: readonly AuditEntry[]) {
      recorded.push(...entries)
      return Promise.resolve()
    },
  }
  const calls: Calls = { pending: 0, haveOverlapped: false }
  const records = { mails: () => Promise.resolve({ items: [], nextCursor: null }), ...stubs.records }
  const slowStubs = Object.entries({ audit, ...stubs, records }).map(([name, methods]) => [
    name,
    withSlowResults(methods, calls),
  ])
  const stores = Object.fromEntries(slowStubs) as Stores
  let ids = 0
  const transact: Transact = async (work) => {
    calls.haveOverlapped = false
    const result = await work(stores)
    if (calls.pending > 0 || calls.haveOverlapped) throw new Error('A store call in the transaction was not awaited.')
    return result
  }
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

type Method = (...args: unknown[]) => unknown

interface Calls {
  /** Number of calls whose results have not arrived. */
  pending: number
  /** Whether a call began while another was pending. */
  haveOverlapped: boolean
}

/** Delays each result, like a database, and observes the calls. */
const withSlowResults = (methods: object, calls: Calls) =>
  Object.fromEntries(
    Object.entries(methods as Record<string, Method>).map(([name, method]) => [
      name,
      async (...args: unknown[]) => {
        if (calls.pending > 0) calls.haveOverlapped = true
        calls.pending += 1
        try {
          const result = await method(...args)
          await nextTurn()
          return result
        } finally {
          calls.pending -= 1
        }
      },
    ]),
  )

export const newSealingKeys = (): SealingKeys => [{ kid: undefined, key: randomBytes(32) }]

export function stubOutbox() {
  const queued: NewMail[] = []
  const queue = (mail: NewMail) => {
    queued.push(mail)
    return Promise.resolve(`m${queued.length}`)
  }
  return { queued, mails: { queue } }
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

export const SUBSCRIPTION: SubscriptionOfPartner = {
  id: 's1',
  partnerId: ANA.partnerId,
  status: 'pending',
  employees: 12,
  faceIds: 0,
  percentOff: null,
}
