import { activate as activateUseCase, checkActivationLink, LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import { publicProcedure } from '../trpc.ts'
import { text } from '../wire/fields.ts'
import { chosenPassword } from './chosen-password.ts'

/** Activates the portal user or administrator who received an e-mailed link, and sets the password. */
export const activate = publicProcedure
  .input(z.object({ token: text(LIMITS.tokenLength), password: chosenPassword }))
  .mutation(async ({ ctx, input }) => {
    const activated = await activateUseCase(ctx.services, { ...input, network: ctx.network })
    const { kind } = activated
    if (kind === 'administrator') return { kind, id: activated.accountId, status: 'active' as const }
    const { id, email, status } = activated.user
    return { kind, id, email, status }
  })

/** Checks an e-mailed link, and returns the user or administrator it was sent to. A mutation, so that the token stays out of the URL. */
export const check = publicProcedure
  .input(z.object({ token: text(LIMITS.tokenLength) }))
  .mutation(({ ctx, input }) => checkActivationLink(ctx.services, input))
