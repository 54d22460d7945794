import type { AuditEntry, AuditTrail, IdGenerator } from '@partner-accounts/core'
import type { Client } from '../../prisma/client.ts'
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
}
