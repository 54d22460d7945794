import { DomainError, endOperatorSession, LIMITS, redeemSignInLink } from '@partner-accounts/core'
import * as z from 'zod'
import { requirePage } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { text } from '../wire/fields.ts'

export const operators = {
  /**
   * Returns the operator's session. Pages send the session's id as `X-Session-User` with each call. After another operator
   * signs in with the same browser, these calls have no session, so they cannot act for that operator.
   */
  getSession: publicProcedure.query(({ ctx: { caller } }) => {
    if (caller.kind !== 'operator') throw new DomainError('unauthenticated')
    return caller.session
  }),

  /** Returns where to sign in, or `null` if only one-time links work. */
  getSignInMethods: publicProcedure.query(({ ctx }) => ({ providerUrl: ctx.services.consoleProviderUrl ?? null })),

  /** Signs the browser in with a one-time link. */
  signIn: publicProcedure.input(z.object({ token: text(LIMITS.tokenLength) })).mutation(async ({ ctx, input }) => {
    const browserSession = requirePage(ctx.consoleSession)
    const session = await redeemSignInLink(ctx.services, {
      ...input,
      browser: { userAgent: browserSession.userAgent, network: ctx.network },
    })
    await browserSession.start(session.id)
    return session
  }),

  /** Signs the browser out. `providerUrl` is the address of the provider's sign-out page, or `null`. */
  signOut: publicProcedure.mutation(async ({ ctx }) => {
    const browserSession = requirePage(ctx.consoleSession)
    const session = ctx.caller.kind === 'operator' ? ctx.caller.session : undefined
    const ended = session && (await endOperatorSession(ctx.services, { session }))
    browserSession.end()
    // Sessions from sign-in links have a creator. Sessions from the OpenID provider have none.
    const isFromProvider = session?.createdBy === null
    const providerUrl = isFromProvider ? await ctx.services.findProviderSignOut?.(ended?.idToken) : undefined
    return { providerUrl: providerUrl ?? null }
  }),
}
