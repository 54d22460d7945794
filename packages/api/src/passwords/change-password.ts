import { changePassword, LIMITS, requestPasswordReset } from '@partner-accounts/core'
import * as z from 'zod'
import { accessOfPerson } from '../authorize.ts'
import { startSession } from '../sessions/start-session.ts'
import { publicProcedure } from '../trpc.ts'
import { anyString } from '../wire/fields.ts'
import { chosenPassword } from './chosen-password.ts'

/** Sends a link for a new password. The response to an unknown e-mail is the same. */
export const sendReset = publicProcedure
  .input(z.object({ email: anyString(LIMITS.emailLength) }))
  .mutation(({ ctx, input }) => requestPasswordReset(ctx.services, { ...input, network: ctx.network }))

/** Updates the password, and signs out all other browsers. */
export const updatePassword = publicProcedure
  .input(z.object({ currentPassword: anyString(LIMITS.signInPasswordLength), password: chosenPassword }))
  .mutation(async ({ ctx, input }) => {
    const access = accessOfPerson(ctx.caller)
    const subject = await changePassword(ctx.services, { access, ...input, network: ctx.network })
    await startSession(ctx, subject, 'replace')
  })
