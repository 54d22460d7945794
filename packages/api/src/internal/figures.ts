import { isTimeZone, showFigures } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { count, wrongType } from '../wire/fields.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

export const figures = router({
  show: internalProcedure('viewer')
    .input(
      z
        .object({
          days: count(1, MAX_DAYS).default(DEFAULT_DAYS),
          timeZone: z
            .string({ error: wrongType('not_text') })
            .refine(isTimeZone, 'time_zone' satisfies FieldError)
            .default('America/Sao_Paulo'),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => showFigures(ctx.services, input)),
})
