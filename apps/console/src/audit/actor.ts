import type { auditMessages } from './audit-messages.ts'

export type ActorKind = keyof (typeof auditMessages)['en']['actorKinds']

/** The service writes an actor as its kind, mostly with a name: `service`, `operator:ana@empresa.example`. */
const ACTOR = /^(portal-user|internal|operator|activation-link|service)(?::(.+))?$/

export const isActor = (text: string): boolean => ACTOR.test(text)

/** Splits an actor. A portal user's name is the user's id. */
export function readActor(actor: string): { kind: ActorKind; name: string | undefined } {
  const [, kind = 'service', name] = ACTOR.exec(actor) ?? []
  return { kind: kind as ActorKind, name }
}
