import { changePassword, LIMITS, requestPasswordReset } from '@partner-accounts/core'
import * as z from 'zod'
import { accessOf } from '../authorize.ts'
import { publicProcedure } from '../trpc.ts'
import { anyString } from '../wire/fields.ts'
import { chosenPassword } from './chosen-password.ts'

/** The response is the same for unknown e-mails. */
export const requestReset = publicProcedure
  .input(z.object({ email: anyString(LIMITS.emailLength) }))
  .mutation(({ ctx, input }) => requestPasswordReset(ctx.services, { ...input, origin: ctx.origin }))

/** The calling browser stays signed in; all others are signed out. */
export const change = publicProcedure
  .input(z.object({ currentPassword: anyString(LIMITS.signInPasswordLength), password: chosenPassword }))
  .mutation(async ({ ctx, input }) => {
    const access = accessOf(ctx.caller)
    const subject = await changePassword(ctx.services, { access, ...input, origin: ctx.origin })
    await ctx.browserSession?.start({ ...subject, sessionId: ctx.services.newId() })
  })
