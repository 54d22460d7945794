import { isTimeZone, listLimitedPartners, showFigures, showPartnerLimits } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, resolveWith, router } from '../trpc.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { byId, count, string } from '../wire/fields.ts'
import { pageFields, testFields } from '../wire/pages.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

export const figures = router({
  show: internalProcedure('viewer')
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
    .query(resolveWith(showFigures)),
})

const DEFAULT_MINUTES = 60
const MAX_MINUTES = 24 * 60

const minutes = () => count(1, MAX_MINUTES).default(DEFAULT_MINUTES)

export const limits = router({
  list: internalProcedure('viewer')
    .input(z.object({ ...pageFields, ...testFields, minutes: minutes() }).prefault({}))
    .query(({ ctx, input: { minutes, includeTest, ...page } }) =>
      listLimitedPartners(ctx.services, { minutes, includeTest, page }),
    ),
  show: internalProcedure('viewer')
    .input(byId.extend({ minutes: minutes() }))
    .query(resolveWith(showPartnerLimits)),
})
