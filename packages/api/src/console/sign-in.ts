import { DomainError, endOperatorSession, LIMITS, redeemSignInLink } from '@partner-accounts/core'
import * as z from 'zod'
import { requirePage } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { text } from '../wire/fields.ts'

export const operators = {
  /**
   * Returns the operator's session. Pages may send the session's id as `X-Session-User`. Their calls then fail after
   * somebody else signs in.
   */
  getSession: publicProcedure.query(({ ctx: { caller } }) => {
    if (caller.kind !== 'operator') throw new DomainError('unauthenticated')
    return caller.session
  }),

  /** Returns where to sign in, or `null` if only one-time links work. */
  getSignInMethods: publicProcedure.query(({ ctx }) => ({ providerUrl: ctx.services.consoleProviderUrl ?? null })),

  /** Signs the browser in with a one-time link. */
  signIn: publicProcedure.input(z.object({ token: text(LIMITS.tokenLength) })).mutation(async ({ ctx, input }) => {
    const browser = requirePage(ctx.consoleSession)
    const session = await redeemSignInLink(ctx.services, {
      ...input,
      browser: { userAgent: browser.userAgent, network: ctx.network },
    })
    await browser.start(session.id)
    return session
  }),

  /** Signs the browser out. Returns where to sign out of the provider, too, or `null`. */
  signOut: publicProcedure.mutation(async ({ ctx }) => {
    const browser = requirePage(ctx.consoleSession)
    const session = ctx.caller.kind === 'operator' ? ctx.caller.session : undefined
    const idToken = session && (await endOperatorSession(ctx.services, { session }))
    browser.end()
    const isOfProvider = session?.createdBy === null
    const providerUrl = isOfProvider ? await ctx.services.findProviderSignOut?.(idToken) : undefined
    return { providerUrl: providerUrl ?? null }
  }),
}
