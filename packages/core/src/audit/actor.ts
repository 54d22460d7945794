/** Who made a change. */
export type Actor =
  | { kind: 'portal-user'; id: string }
  /** `name`: the internal key's name. */
  | { kind: 'internal'; name: string }
  /**
   * `name`: the operator's e-mail, or their name if they have no e-mail. `via`: who created the sign-in link. `network`: the
   * network of the session.
   */
  | { kind: 'operator'; name: string; via?: string; network?: string }
  | { kind: 'activation-link' }
  /** A worker of the service, without a request. */
  | { kind: 'service' }

/** Returns an actor's label in the audit trail, such as `operator:ana@empresa.example`. */
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
