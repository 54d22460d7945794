import * as z from 'zod'
import {
  activate as activateUseCase,
  changePassword,
  characterCount,
  checkActivationLink,
  isStorableText,
  LIMITS,
  requestPasswordReset,
} from '@partner-accounts/core'
import { accessOfPerson } from '../authorize.ts'
import { startSession } from '../sessions/sign-in.ts'
import { publicProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { anyString, string, text } from '../wire/fields.ts'

const { min, max } = LIMITS.password

/** Any characters, including white space. */
const chosenPassword = string()
  .refine(
    (password) => characterCount(password) >= min && characterCount(password) <= max,
    'password' satisfies FieldError,
  )
  .refine(isStorableText, 'not_storable' satisfies FieldError)
  .meta({ minLength: min, maxLength: max })

/** Redeems an e-mailed link. */
export const activate = publicProcedure
  .input(z.object({ token: text(LIMITS.tokenLength), password: chosenPassword }))
  .mutation(async ({ ctx, input }) => {
    const activated = await activateUseCase(ctx.services, { ...input, origin: ctx.origin })
    const { kind } = activated
    if (kind === 'administrator') return { kind, id: activated.accountId, status: 'active' as const }
    const { id, email, status } = activated.user
    return { kind, id, email, status }
  })

/** A mutation keeps the token out of the URL. */
export const check = publicProcedure
  .input(z.object({ token: text(LIMITS.tokenLength) }))
  .mutation(({ ctx, input }) => checkActivationLink(ctx.services, input))

/** Responds alike to unknown e-mails. */
export const requestReset = publicProcedure
  .input(z.object({ email: anyString(LIMITS.emailLength) }))
  .mutation(({ ctx, input }) => requestPasswordReset(ctx.services, { ...input, origin: ctx.origin }))

/** Signs out all other browsers. */
export const change = publicProcedure
  .input(z.object({ currentPassword: anyString(LIMITS.signInPasswordLength), password: chosenPassword }))
  .mutation(async ({ ctx, input }) => {
    const access = accessOfPerson(ctx.caller)
    const subject = await changePassword(ctx.services, { access, ...input, origin: ctx.origin })
    await startSession(ctx, subject)
  })
