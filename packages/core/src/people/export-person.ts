import type { AccountOverview } from '../accounts/account-directory.ts'
import type { Approval } from '../approvals/approval-store.ts'
import type { Actor, RecordedAuditEntry } from '../audit/audit-trail.ts'
import type { Dependencies } from '../dependencies.ts'
import { isSameEmail, type NormalizedEmail } from '../email.ts'
import { DomainError } from '../errors.ts'
import type { MailRecord } from '../mails/mail.ts'
import type { Note } from '../notes/note-store.ts'
import type { AccountRecord, PortalUserRecord } from '../operators/operator-queries.ts'
import type { OperatorSession } from '../operators/operator.ts'
import type { PortalSession } from '../portal-sessions/portal-session-store.ts'
import { type PageRequest, type RecordPage, toRecordPage } from '../record-page.ts'
import type { ShownRequest } from '../request-log/request-log-store.ts'
import type { Stores } from '../unit-of-work.ts'

export interface ExportedPerson {
  /** The subject of the export's audit entry. */
  id: string
  email: string
  /** False if a list has more than its newest `MAX_OF_EACH_LIST`. */
  isComplete: boolean
  portalUser: (PortalUserRecord & { hasSecondFactor: boolean }) | null
  sessions: PortalSession[]
  requests: ShownRequest[]
  administeredAccount: AccountOverview | null
  /** Whose financial e-mail it is, without the administrator, who is another person. */
  financialContactOf: Pick<AccountRecord, 'id' | 'partnerId' | 'createdAt' | 'name' | 'cpf' | 'cnpj'>[]
  /** About the administered account. */
  notes: Note[]
  /** Requested changes of the administered account. */
  approvals: Approval[]
  mails: MailRecord[]
  auditEntries: RecordedAuditEntry[]
  operatorSessions: OperatorSession[]
}

type Lists = Omit<ExportedPerson, 'id' | 'email' | 'isComplete' | 'portalUser' | 'administeredAccount'>

const PAGE_SIZE = 500
/** The result is created in memory. */
const MAX_OF_EACH_LIST = 20_000

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
  const administeredAccount = await findAdministeredAccount(stores, email)
  const lists = await readLists(stores, email, portalUser, administeredAccount)
  const sizes = Object.values(lists).map((list: unknown[]) => list.length)
  if (!portalUser && !administeredAccount && sizes.every((size) => size === 0)) {
    throw new DomainError('person-not-found')
  }
  const id = newId()
  const changes = { email: { from: null, to: email } }
  await stores.audit.record({ actor, action: 'person.exported', subjectId: id, changes })
  const isComplete = sizes.every((size) => size < MAX_OF_EACH_LIST)
  return { id, email, isComplete, portalUser, administeredAccount, ...lists }
}

async function findPortalUser(
  { portalUsers, operatorQueries, secondFactors }: Stores,
  email: NormalizedEmail,
): Promise<ExportedPerson['portalUser']> {
  const user = await portalUsers.findByEmail(email)
  if (!user) return null
  const [record] = (await operatorQueries.portalUsers({ id: user.id }, { limit: 1 })).items
  if (!record) return null
  return { ...record, hasSecondFactor: (await secondFactors.find(user))?.isActive ?? false }
}

async function findAdministeredAccount(
  { operatorQueries, accountDirectory }: Stores,
  email: NormalizedEmail,
): Promise<AccountOverview | null> {
  const [account] = (await operatorQueries.accounts({ email }, { limit: 1 })).items
  return (account && (await accountDirectory.overview(account.id))) ?? null
}

async function readLists(
  { approvals, notes, operatorQueries, portalSessions, requestLog }: Stores,
  email: NormalizedEmail,
  user: PortalUserRecord | null,
  account: AccountOverview | null,
): Promise<Lists> {
  const ofUser = user && { partnerId: user.partnerId, userId: user.id }
  const about = async (record: { id: string } | null) =>
    record ? readAll((page) => operatorQueries.auditEntries({ recordId: record.id }, page)) : []
  const by = (actor: { kind: 'operator' | 'portal-user'; name: string }) =>
    readAll((page) => operatorQueries.auditEntries({ actor }, page))
  const requests = ofUser
    ? await readAll(async ({ cursor, limit }) =>
        toRecordPage(await requestLog.page({ ...ofUser, before: cursor }, limit + 1), limit),
      )
    : []
  const financialContactOf = await readAll((page) => operatorQueries.accounts({ financialEmail: email }, page))
  const operatorSessions = await readAll((page) => operatorQueries.sessions(page))
  const entriesBy = [
    ...(await by({ kind: 'operator', name: email })),
    ...(user ? await by({ kind: 'portal-user', name: user.id }) : []),
  ]
  const entriesAbout = [...(await about(user)), ...(await about(account))]
  return {
    sessions: ofUser ? await portalSessions.list(ofUser, MAX_OF_EACH_LIST) : [],
    requests,
    financialContactOf: financialContactOf.map(({ id, partnerId, createdAt, name, cpf, cnpj }) => ({
      id,
      partnerId,
      createdAt,
      name,
      cpf,
      cnpj,
    })),
    notes: account
      ? await readAll((page) => notes.page({ partnerId: account.partnerId, accountId: account.id }, page))
      : [],
    approvals: account ? await readAll((page) => approvals.page({ accountId: account.id }, page)) : [],
    mails: await readAll((page) => operatorQueries.mails({ recipient: email }, page)),
    auditEntries: inOrder([...entriesBy.map(withoutChanges), ...entriesAbout]),
    operatorSessions: operatorSessions.filter((session) => isSameEmail(session.email ?? '', email)),
  }
}

/** The changes that a person made to other records are other people's data. */
const withoutChanges = ({
  id,
  at,
  actor,
  action,
  subjectId,
  partnerId,
  accountId,
}: RecordedAuditEntry): RecordedAuditEntry => ({ id, at, actor, action, subjectId, partnerId, accountId })

/** Sorts entries, newest first. Of several with an id, the last one counts. */
const inOrder = (entries: readonly RecordedAuditEntry[]): RecordedAuditEntry[] =>
  [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort((one, other) => (one.id < other.id ? 1 : -1))

async function readAll<T>(read: (page: PageRequest) => Promise<RecordPage<T>>): Promise<T[]> {
  const records: T[] = []
  for (let cursor: string | null | undefined; cursor !== null && records.length < MAX_OF_EACH_LIST;) {
    const page: RecordPage<T> = await read({ cursor, limit: PAGE_SIZE })
    records.push(...page.items)
    cursor = page.nextCursor
  }
  return records
}
