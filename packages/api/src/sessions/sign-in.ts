import { authenticate } from '@partner-accounts/core'
import type { ApiContext, BrowserSession } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { partnerTokenRequestSchema } from '../tokens/token-schemas.ts'
import { publicProcedure } from '../trpc.ts'

/** Signs a portal user in to the browser that called, with a session cookie. Native tRPC only, for the portal. */
export const signIn = publicProcedure({ invalidInput: 'invalid-credentials' })
  .input(partnerTokenRequestSchema)
  .mutation(async ({ ctx, input }) => {
    const browserSession = requirePage(ctx)
    const subject = await authenticate(ctx.services, { ...input, origin: ctx.origin })
    await browserSession.start(subject)
    return { id: subject.userId }
  })

/** Signs out of the browser that called. */
export const signOut = publicProcedure().mutation(({ ctx }) => {
  requirePage(ctx).end()
})

/** @throws RequestError `bad-request` unless a page of the portal called */
function requirePage({ browserSession }: ApiContext): BrowserSession {
  if (!browserSession) throw new RequestError('bad-request')
  return browserSession
}
