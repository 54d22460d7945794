import { endSession as endSessionUseCase, LIMITS, signOutElsewhere } from '@partner-accounts/core'
import { accessOfPerson } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { byId } from '../wire/fields.ts'
import { startSession } from './start-session.ts'

/** Ends all other sessions and all tokens of the user. */
export const endOtherSessions = publicProcedure.mutation(async ({ ctx }) => {
  const subject = await signOutElsewhere(ctx.services, { access: accessOfPerson(ctx.caller) })
  const openedBy = ctx.caller.kind === 'portal-user' ? ctx.caller.openedBy : undefined
  await startSession(ctx, { ...subject, openedBy }, 'replace')
})

/** Lists the user's sessions. */
export const listSessions = publicProcedure.query(async ({ ctx: { services, caller } }) => {
  const access = accessOfPerson(caller)
  const sessions = await services.stores.portalSessions.list(access, LIMITS.listedSessions)
  const currentId = caller.kind === 'portal-user' ? caller.sessionId : undefined
  return sessions.map((session) => ({ ...session, isCurrent: session.id === currentId }))
})

/** Ends a session of the user. */
export const endSession = publicProcedure
  .input(byId)
  .mutation(({ ctx, input }) =>
    endSessionUseCase(ctx.services, { access: accessOfPerson(ctx.caller), sessionId: input.id }),
  )
