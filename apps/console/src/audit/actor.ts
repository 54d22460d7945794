import type { auditMessages } from './audit-messages.ts'

export type ActorKind = keyof (typeof auditMessages)['en']['actorKinds']

/** As the service writes actors: a kind, for most of them with a name. */
const ACTOR = /^(portal-user|internal|operator|activation-link|service)(?::(.+))?$/

export const isActor = (text: string): boolean => ACTOR.test(text)

/** Returns the parts of `operator:ana@empresa.example`. */
export function readActor(actor: string): { kind: ActorKind; name: string | undefined } {
  const [, kind = 'service', name] = ACTOR.exec(actor) ?? []
  return { kind: kind as ActorKind, name }
}
