import type { Actor } from '@partner-accounts/core'

/** Returns the audit trail's columns of an actor. */
export const actorColumns = (actor: Actor) => ({ actorKind: actor.kind, actorName: nameOf(actor) })

function nameOf(actor: Actor): string | null {
  if (actor.kind === 'portal-user') return actor.id
  return actor.kind === 'activation-link' ? null : actor.name
}
