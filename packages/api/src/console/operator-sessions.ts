import {
  createSignInLink,
  DomainError,
  emailKeyOf,
  endSessionOf,
  endSessionsOf,
  LIMITS,
  normalizeEmail,
  OPERATOR_ROLES,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import { byId, choice, email, optional, text } from '../wire/fields.ts'
import { pageFields } from '../wire/pages.ts'

export const operatorSessions = {
  /** Lists the open sessions of operators. */
  listSessions: internalProcedure('viewer')
    .input(z.object(pageFields).prefault({}))
    .query(({ ctx, input }) => ctx.services.stores.records.sessions(input)),
  /** Ends a session of an operator. */
  endSession: internalProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => endSessionOf(ctx.services, { actor: ctx.actor, ...input })),
  /**
   * Ends all sessions of an operator. `operator` is the operator's e-mail, or the name in the audit trail if the operator
   * has no e-mail.
   */
  endSessions: internalProcedure('admin')
    .input(z.object({ operator: text(LIMITS.emailLength) }))
    .mutation(async ({ ctx, input: { operator } }) => {
      const name = operator.includes('@') ? emailKeyOf(operator) : operator
      return { items: await endSessionsOf(ctx.services, { actor: ctx.actor, name }) }
    }),

  /**
   * Creates a one-time sign-in link. Its token is in the fragment, which browsers do not send, so neither logs nor
   * link previews see it.
   */
  createLink: internalProcedure('admin')
    .input(
      z
        .object({
          /** Also the operator's name in the audit trail. */
          email: optional(email()),
          role: choice(OPERATOR_ROLES, 'operator_role').default('admin'),
        })
        .prefault({}),
    )
    .mutation(async ({ ctx: { services, actor, caller }, input: { email: given, role } }) => {
      const session = caller.kind === 'operator' ? caller.session : undefined
      // The provider decides who is an operator, so operators cannot create links. Internal applications can, because the
      // provider may be down.
      if (session && services.consoleProviderUrl !== undefined) throw new DomainError('operator-forbidden')
      const address = given === undefined ? null : (normalizeEmail(given) ?? null)
      const callerName = 'name' in actor ? actor.name : actor.kind
      // An operator without an e-mail has the name of the caller.
      const operator = { email: address, name: address ?? callerName, role }
      const { token, expiresAt } = await createSignInLink(services, { actor, creatorSession: session, operator })
      return { url: `${services.consoleUrl}/sign-in#link=${token}`, expiresAt, email: address, role }
    }),
}
