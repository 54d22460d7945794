import type { AccountOverview } from '../accounts/account-overview.ts'
import type { Actor } from '../audit/actor.ts'
import type { RecordedAuditEntry } from '../audit/audit-entry.ts'
import type { ShownRequest } from '../audit/request-log-store.ts'
import type { Note } from './note-store.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import { isSameEmail, type NormalizedEmail, testUserEmail } from '../identity/email.ts'
import type { OperatorSession } from '../identity/operator.ts'
import type { PortalSession } from '../identity/portal-session-store.ts'
import type { MailRecord } from '../mails/mail.ts'
import { type PageRequest, type RecordPage, toRecordPage } from '../record-page.ts'
import type { AccountFilter, AccountRecord, PortalUserRecord } from '../records/record-queries.ts'

type ExportedPortalUser = PortalUserRecord & { hasSecondFactor: boolean }

export interface ExportedPerson {
  /** The subject of the export's audit entry. */
  id: string
  email: string
  /** False if a list has `MAX_OF_EACH_LIST` items or more, or if there are more than `MAX_TEST_ACCOUNTS` test accounts. */
  isComplete: boolean
  portalUser: ExportedPortalUser | null
  /** The portal user's counterpart at the test partner, for test mode. */
  testUser: ExportedPortalUser | null
  sessions: PortalSession[]
  requests: ShownRequest[]
  /** The live account. */
  administeredAccount: AccountOverview | null
  /** Accounts of test partners with the same administrator, newest first. */
  testAccounts: AccountOverview[]
  /** Accounts with this financial e-mail. Their administrators are left out, because they are other people. */
  financialContactOf: Pick<AccountRecord, 'id' | 'partnerId' | 'createdAt' | 'name' | 'cpf' | 'cnpj'>[]
  /** Notes on the administered accounts. */
  notes: Note[]
  mails: MailRecord[]
  auditEntries: RecordedAuditEntry[]
  operatorSessions: OperatorSession[]
}

type Lists = Omit<
  ExportedPerson,
  'id' | 'email' | 'isComplete' | 'portalUser' | 'testUser' | 'administeredAccount' | 'testAccounts'
>

const PAGE_SIZE = 500
/** Limits the memory that an export takes. */
const MAX_OF_EACH_LIST = 20_000
/** Limits the queries of an export, because any number of test partners can have an account with the same e-mail. */
const MAX_TEST_ACCOUNTS = 50

/**
 * Returns everything stored about the person with an e-mail, except hashes and sealed values.
 *
 * @throws `person-not-found`
 */
export async function exportPerson(
  { stores, newId }: Pick<Dependencies, 'stores' | 'newId'>,
  { actor, email }: { actor: Actor; email: NormalizedEmail },
): Promise<ExportedPerson> {
  const portalUser = await findPortalUser(stores, email)
  const testUser = portalUser && (await findPortalUser(stores, testUserEmail(portalUser.id)))
  const [administeredAccount] = await findAccounts(stores, { email, mode: 'live' }, 1)
  const testAccounts = await findAccounts(stores, { email, mode: 'test' }, MAX_TEST_ACCOUNTS + 1)
  const isEveryTestAccountShown = testAccounts.length <= MAX_TEST_ACCOUNTS
  const shownTestAccounts = testAccounts.slice(0, MAX_TEST_ACCOUNTS)
  const users = [portalUser, testUser].filter((user) => user !== null)
  const accounts = administeredAccount ? [administeredAccount, ...shownTestAccounts] : shownTestAccounts
  const lists = await readLists(stores, email, users, accounts)
  const sizes = Object.values(lists).map((list: unknown[]) => list.length)
  if (users.length === 0 && accounts.length === 0 && sizes.every((size) => size === 0)) {
    throw new DomainError('person-not-found')
  }
  const id = newId()
  const changes = { email: { from: null, to: email } }
  await stores.audit.record({ actor, action: 'person.exported', subjectId: id, changes })
  return {
    id,
    email,
    isComplete: isEveryTestAccountShown && sizes.every((size) => size < MAX_OF_EACH_LIST),
    portalUser,
    testUser,
    administeredAccount: administeredAccount ?? null,
    testAccounts: shownTestAccounts,
    ...lists,
  }
}

async function findPortalUser(
  { portalUsers, records, secondFactors }: Stores,
  email: NormalizedEmail,
): Promise<ExportedPortalUser | null> {
  const user = await portalUsers.findByEmail(email)
  if (!user) return null
  const [record] = (await records.portalUsers({ id: user.id }, { limit: 1 })).items
  if (!record) return null
  return { ...record, hasSecondFactor: (await secondFactors.find(user))?.isActive ?? false }
}

async function findAccounts(
  { records, accountDirectory }: Stores,
  filter: AccountFilter,
  limit: number,
): Promise<AccountOverview[]> {
  const { items } = await records.accounts(filter, { limit })
  const overviews = await readForEach(items, async ({ id }) => [await accountDirectory.overview(id)])
  return overviews.filter((overview) => overview !== undefined)
}

async function readLists(
  { notes, records, portalSessions, requestLog }: Stores,
  email: NormalizedEmail,
  users: readonly PortalUserRecord[],
  accounts: readonly AccountOverview[],
): Promise<Lists> {
  const readEntriesAbout = ({ id }: { id: string }) => readAll((page) => records.auditEntries({ recordId: id }, page))
  const readEntriesBy = (actor: { kind: 'operator' | 'portal-user'; name: string }) =>
    readAll((page) => records.auditEntries({ actor }, page))
  const sessionsOf = (user: PortalUserRecord) => portalSessions.list(keyOf(user), MAX_OF_EACH_LIST)
  const requestsOf = (user: PortalUserRecord) =>
    readAll(async ({ cursor, limit }) => {
      const requests = await requestLog.page({ ...keyOf(user), before: cursor }, limit + 1)
      return toRecordPage(requests, limit)
    })
  const notesOn = ({ partnerId, id }: AccountOverview) =>
    readAll((page) => notes.page({ partnerId, accountId: id }, page))
  const financialContactOf = await readAll((page) => records.accounts({ financialEmail: email }, page))
  const operatorSessions = await readAll((page) => records.sessions(page))
  const entriesBy = [
    ...(await readEntriesBy({ kind: 'operator', name: email })),
    ...(await readForEach(users, ({ id }) => readEntriesBy({ kind: 'portal-user', name: id }))),
  ]
  const entriesAbout = await readForEach([...users, ...accounts], readEntriesAbout)
  return {
    sessions: await readForEach(users, sessionsOf),
    requests: await readForEach(users, requestsOf),
    financialContactOf: financialContactOf.map(({ id, partnerId, createdAt, name, cpf, cnpj }) => ({
      id,
      partnerId,
      createdAt,
      name,
      cpf,
      cnpj,
    })),
    notes: await readForEach(accounts, notesOn),
    mails: await readAll((page) => records.mails({ recipient: email }, page)),
    auditEntries: sortEntries([...entriesBy.map(withoutChanges), ...entriesAbout]),
    operatorSessions: operatorSessions.filter((session) => isSameEmail(session.email ?? '', email)),
  }
}

const keyOf = ({ partnerId, id }: PortalUserRecord) => ({ partnerId, userId: id })

/** Reads one after the other, so that an export takes only one connection. */
async function readForEach<Item, T>(items: readonly Item[], read: (item: Item) => Promise<T[]>): Promise<T[]> {
  const records: T[] = []
  for (const item of items) records.push(...(await read(item)))
  return records
}

/** Omits the entry's changes and reason, which may contain other people's data. */
const withoutChanges = ({
  id,
  at,
  actor,
  action,
  subjectId,
  partnerId,
  accountId,
  count,
}: RecordedAuditEntry): RecordedAuditEntry => ({ id, at, actor, action, subjectId, partnerId, accountId, count })

/** Sorts entries, newest first, without repeated ids. The last entry with an id wins. */
const sortEntries = (entries: readonly RecordedAuditEntry[]): RecordedAuditEntry[] => {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]))
  return [...entriesById.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
}

async function readAll<T>(read: (page: PageRequest) => Promise<RecordPage<T>>): Promise<T[]> {
  const records: T[] = []
  let cursor: string | undefined
  do {
    const page: RecordPage<T> = await read({ cursor, limit: PAGE_SIZE })
    records.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && records.length < MAX_OF_EACH_LIST)
  return records
}
