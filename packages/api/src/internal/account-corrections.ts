import type { Administrator, Employer } from '@partner-accounts/core'
import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import * as z from 'zod'
import { employerCorrectionSchema, toCorrectedEmployer } from '../wire/employer.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { correctable, optional } from '../wire/fields.ts'

const administratorSchema = z.object({
  full_name: correctable(ACCOUNT_FIELDS.full_name),
  email: correctable(ACCOUNT_FIELDS.email),
  mobile_phone: correctable(ACCOUNT_FIELDS.mobile_phone),
})

/** The values to replace. */
export const correctionSchema = z
  .object({ employer: optional(employerCorrectionSchema), administrator: optional(administratorSchema) })
  .refine(
    ({ employer, administrator }) =>
      Object.values({ ...employer, ...administrator }).some((value) => value !== undefined),
    { path: ['employer'], message: 'nothing_to_change' satisfies FieldError },
  )

/** Converts valid corrections to those of the use case. */
export const toCorrections = ({ employer, administrator }: z.output<typeof correctionSchema>) => ({
  employer: employer ? defined<Employer>(toCorrectedEmployer(employer)) : {},
  administrator: administrator ? toAdministrator(administrator) : {},
})

const toAdministrator = ({ full_name, email, mobile_phone }: z.output<typeof administratorSchema>) =>
  defined<Administrator>({ fullName: full_name, email, mobilePhone: mobile_phone })

/** Returns the values that are given. */
const defined = <T extends object>(values: { [Name in keyof T]: T[Name] | undefined }) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
