import { isTimeZone, showFigures } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { count, string } from '../wire/fields.ts'
import { testFields } from '../wire/pages.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

export const figures = {
  /** Returns the numbers of waiting records, counted up to 10,000, and the accounts created per day. */
  get: internalProcedure('viewer')
    .input(
      z
        .object({
          ...testFields,
          days: count(1, MAX_DAYS).default(DEFAULT_DAYS),
          timeZone: string()
            .refine(isTimeZone, 'time_zone' satisfies FieldError)
            .default('America/Sao_Paulo'),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => showFigures(ctx.services, input)),
}
