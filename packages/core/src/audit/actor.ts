/** Who acted. `name` is an internal key's name, or an operator's e-mail, or the name of an operator without an e-mail. */
export type Actor =
  | { kind: 'portal-user'; id: string }
  | { kind: 'internal'; name: string }
  /** `via`: who created the operator's sign-in link. `network`: of the operator's session. */
  | { kind: 'operator'; name: string; via?: string; network?: string }
  | { kind: 'activation-link' }
  /** A worker of the service, without a request. */
  | { kind: 'service' }

/** Returns an actor as operators see it. */
export function labelOf(actor: Actor): string {
  if (actor.kind === 'portal-user') return `portal-user:${actor.id}`
  return 'name' in actor ? `${actor.kind}:${actor.name}` : actor.kind
}

/** The input of a use case that changes a record. */
export interface ChangeInput {
  actor: Actor
  id: string
}

/** The input of a change whose reason is recorded. */
export interface ExplainedChangeInput extends ChangeInput {
  reason?: string | undefined
}
