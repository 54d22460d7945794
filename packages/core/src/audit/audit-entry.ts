import type { Actor } from './actor.ts'
import type { ActivityAction, AuditAction } from './audit-actions.ts'

export type AuditedChanges = Record<string, { from: string | null; to: string | null }>

/** Returns the values that differ. */
export const differences = <T extends object>(before: T, after: T): AuditedChanges => {
  const earlier = Object.entries(before) as [string, string | null][]
  const changes: AuditedChanges = {}
  for (const [name, from] of earlier) {
    const to = after[name as keyof T] as string | null
    if (from !== to) changes[name] = { from, to }
  }
  return changes
}

/** An entry of the audit trail. Contains ids and changed values, never a token, a secret or a password. */
export interface AuditEntry {
  actor: Actor
  action: AuditAction
  subjectId: string
  partnerId?: string | null
  accountId?: string | null
  /** Changed values. For a rejected sign-in, the cause of the rejection. For an export, the e-mail of the person. */
  changes?: AuditedChanges | undefined
  /** Why the actor made the change, in the actor's words. */
  reason?: string | undefined
}

/** Returns an entry whose actor and subject are the same portal user. */
export const ownEntry = ({ id, partnerId }: Record<'id' | 'partnerId', string>, action: AuditAction): AuditEntry => ({
  actor: { kind: 'portal-user', id },
  action,
  subjectId: id,
  partnerId,
})

export interface RecordedAuditEntry extends AuditEntry {
  id: string
  at: Date
  partnerId: string | null
  accountId: string | null
  /** Number of equal changes that the entry stands for. Only hourly actions have more than one: see `isHourlyAction`. */
  count: number
}

export interface ActivityEntry extends RecordedAuditEntry {
  action: ActivityAction
  actorName: string | null
  /** Name of the changed portal user. */
  subjectName: string | null
  /** E-mail of the changed portal user. */
  subjectEmail: string | null
  accountName: string | null
}
