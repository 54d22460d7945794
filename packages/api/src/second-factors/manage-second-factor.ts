import * as z from 'zod'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  LIMITS,
  reissueRecoveryCodes,
  removeSecondFactor,
} from '@partner-accounts/core'
import { accessOfPerson } from '../authorize.ts'
import { startSession } from '../sessions/start-session.ts'
import { publicProcedure } from '../trpc.ts'
import { anyString } from '../wire/fields.ts'

const byCode = z.object({ code: anyString(LIMITS.tokenLength) })

export const secondFactors = {
  /** Creates the secret of a second factor, which `confirm` activates. Only this response contains the secret. */
  create: publicProcedure
    .input(z.object({ currentPassword: anyString(LIMITS.signInPasswordLength) }))
    .mutation(({ ctx, input }) =>
      beginSecondFactor(ctx.services, { access: accessOfPerson(ctx.caller), ...input, network: ctx.network }),
    ),
  /** Confirms the second factor with a code, returns recovery codes, and signs out all other browsers. */
  confirm: publicProcedure.input(byCode).mutation(async ({ ctx, input }) => {
    const access = accessOfPerson(ctx.caller)
    const { recoveryCodes, subject } = await confirmSecondFactor(ctx.services, { access, ...input })
    await startSession(ctx, subject, 'replace')
    return { recoveryCodes }
  }),
  /** Returns the number of unused recovery codes. */
  get: publicProcedure.query(async ({ ctx }) => ({
    recoveryCodes: await countRecoveryCodes(ctx.services, { access: accessOfPerson(ctx.caller) }),
  })),
  /** Replaces the recovery codes, and returns the new codes. */
  reissueRecoveryCodes: publicProcedure.input(byCode).mutation(async ({ ctx, input }) => ({
    recoveryCodes: await reissueRecoveryCodes(ctx.services, { access: accessOfPerson(ctx.caller), ...input }),
  })),
  /** Deletes the user's own second factor. */
  delete: publicProcedure
    .input(byCode)
    .mutation(({ ctx, input }) => removeSecondFactor(ctx.services, { access: accessOfPerson(ctx.caller), ...input })),
}
