import {
  createSignInLink,
  DomainError,
  endSessionOf,
  endSessionsOf,
  LIMITS,
  normalizeEmail,
  OPERATOR_ROLES,
} from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { byId, choice, email, optional, text } from '../wire/fields.ts'
import { pageFields } from '../wire/pages.ts'

export const operatorConsole = router({
  sessions: internalProcedure('viewer')
    .input(z.object(pageFields).prefault({}))
    .query(({ ctx, input }) => ctx.services.stores.operatorQueries.sessions(input)),
  endSession: internalProcedure('admin')
    .input(byId)
    .mutation(({ ctx, input }) => endSessionOf(ctx.services, { actor: ctx.actor, ...input })),
  /** Takes the operator's e-mail, or the name of one without an e-mail, as in the audit trail. */
  endSessions: internalProcedure('admin')
    .input(z.object({ operator: text(LIMITS.emailLength) }))
    .mutation(async ({ ctx, input: { operator } }) => {
      const name = (operator.includes('@') && normalizeEmail(operator)) || operator
      return { items: await endSessionsOf(ctx.services, { actor: ctx.actor, name }) }
    }),

  /**
   * Creates a one-time sign-in link. Its token is in the URL's fragment, which browsers do not send, so neither logs
   * nor link previews see or use it.
   */
  createLink: internalProcedure('admin')
    .input(
      z
        .object({
          /** Names the operator in the audit trail instead of the caller. */
          email: optional(email()),
          role: choice(OPERATOR_ROLES, 'operator_role').default('admin'),
        })
        .prefault({}),
    )
    .mutation(async ({ ctx: { services, actor, caller }, input: { email: given, role } }) => {
      const session = caller.kind === 'operator' ? caller.session : undefined
      // The provider decides who is an operator. A link is the way in while it is down.
      if (session && services.consoleProviderUrl !== undefined) throw new DomainError('operator-forbidden')
      const address = given === undefined ? null : (normalizeEmail(given) ?? null)
      const operator = { email: address, name: address ?? ('name' in actor ? actor.name : actor.kind), role }
      const { token, expiresAt } = await createSignInLink(services, { actor, session, operator })
      return { url: `${services.consoleUrl}/sign-in#link=${token}`, expiresAt, email: address, role }
    }),
})
