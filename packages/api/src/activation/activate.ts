import {
  activate as activateUseCase,
  characterCount,
  checkActivationLink,
  isStorableText,
  LIMITS,
} from '@partner-accounts/core'
import * as z from 'zod'
import { publicProcedure } from '../trpc.ts'
import type { FieldFault } from '../wire/field-faults.ts'
import { text, wrongType } from '../wire/fields.ts'

const { min, max } = LIMITS.password
const length = (password: string) => characterCount(password)

/** Any characters, white space too, count for a password. */
const chosenPassword = z
  .string({ error: wrongType('not_text') })
  .refine((password) => length(password) >= min && length(password) <= max, 'password' satisfies FieldFault)
  .refine(isStorableText, 'not_storable' satisfies FieldFault)
  .meta({ minLength: min, maxLength: max })

/** Follows an e-mailed link: anyone who has it may. Natively only; the specification has no operation for it. */
export const activate = publicProcedure()
  .input(z.object({ token: text(LIMITS.tokenLength), password: chosenPassword }))
  .mutation(async ({ ctx, input }) => {
    const activated = await activateUseCase(ctx.services, input)
    if (activated.kind === 'administrator') return { kind: activated.kind, id: activated.accountId, status: 'active' }
    const { id, email, status } = activated.user
    return { kind: activated.kind, id, email, status }
  })

/**
 * Reports what is wrong with an e-mailed link before its owner chooses a password. A mutation, so that the token
 * travels in the body and never in an address.
 */
export const check = publicProcedure()
  .input(z.object({ token: text(LIMITS.tokenLength) }))
  .mutation(({ ctx, input }) => checkActivationLink(ctx.services, input))
