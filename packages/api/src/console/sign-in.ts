import { DomainError, endOperatorSession, LIMITS, redeemSignInLink } from '@partner-accounts/core'
import * as z from 'zod'
import { requirePage } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { text } from '../wire/fields.ts'

export const operators = {
  /**
   * Returns the operator's session. A page that sends the session's id as `X-Session-User` with each call gets an error
   * after another operator signs in with the same browser, instead of acting for that operator.
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

  /** Signs the browser out. Returns the URL to sign out of the provider, too, or `null`. */
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
