import type { Actor } from '@partner-accounts/core'

/** Who did it, in the columns of the trail. */
export const actorColumns = (actor: Actor) => ({ actorKind: actor.kind, actorName: nameOf(actor) })

function nameOf(actor: Actor): string | null {
  if (actor.kind === 'portal-user') return actor.id
  return actor.kind === 'internal' ? actor.name : null
}
