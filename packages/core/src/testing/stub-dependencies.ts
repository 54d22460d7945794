import type { AuditEntry } from '../audit/audit-trail.ts'
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

/** An actor for tests. */
export const OPERATOR = { kind: 'internal', name: 'ops' } as const
