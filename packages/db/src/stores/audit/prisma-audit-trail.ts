import type {
  Actor,
  AuditAction,
  AuditEntry,
  AuditFilter,
  AuditTrail,
  IdGenerator,
  RecordedAuditEntry,
} from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
import type { AuditEntry as AuditRow } from '../../prisma/generated/client.ts'
import { actorColumns } from './actor-columns.ts'

/** Stores the audit trail in PostgreSQL. */
export class PrismaAuditTrail implements AuditTrail {
  readonly #client: Client
  readonly #newId: IdGenerator

  constructor(client: Client, newId: IdGenerator) {
    this.#client = client
    this.#newId = newId
  }

  async record({ actor, ...entry }: AuditEntry): Promise<void> {
    const data = { id: this.#newId(), ...actorColumns(actor), ...entry }
    await this.#client.auditEntry.create({ data, select: { id: true } })
  }

  async list({ partnerId, accountId }: AuditFilter, limit: number): Promise<RecordedAuditEntry[]> {
    const where = { ...(partnerId !== undefined && { partnerId }), ...(accountId !== undefined && { accountId }) }
    const rows = await this.#client.auditEntry.findMany({ where, orderBy: { id: 'desc' }, take: limit })
    return rows.map(toEntry)
  }
}

function toActor({ actorKind, actorName }: AuditRow): Actor {
  if (actorKind === 'portal-user') return { kind: 'portal-user', id: actorName ?? '' }
  return actorKind === 'internal' ? { kind: 'internal', name: actorName ?? '' } : { kind: 'activation-link' }
}

const toEntry = (row: AuditRow): RecordedAuditEntry => ({
  id: row.id,
  at: row.at,
  actor: toActor(row),
  action: row.action as AuditAction,
  subjectId: row.subjectId,
  partnerId: row.partnerId,
  accountId: row.accountId,
})
