import type { auditMessages } from './audit-messages.ts'

export type ActorKind = keyof (typeof auditMessages)['en']['actorKinds']

/** Matches `kind` or `kind:name`, such as `service` or `operator:ana@empresa.example`. */
const ACTOR = /^(portal-user|internal|operator|activation-link|service)(?::(.+))?$/

export const isActor = (text: string): boolean => ACTOR.test(text)

/** Splits an actor into its kind and name. `name` contains the id of a portal user. */
export function readActor(actor: string): { kind: ActorKind; name: string | undefined } {
  const [, kind = 'service', name] = ACTOR.exec(actor) ?? []
  return { kind: kind as ActorKind, name }
}
