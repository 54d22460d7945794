import type { Address, Administrator, Employer, EmployerValues } from '@partner-accounts/core'
import { CORRECTABLE_FIELDS, type LeafRule } from '@partner-accounts/rules'
import * as z from 'zod'
import { toTaxId } from '../wire/employer.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { correctable, optional, removable } from '../wire/fields.ts'
import { typedFields } from '../wire/typed-schema.ts'

type CorrectedValue<Rule> = Rule extends { options: readonly (infer Option)[] } ? Option : string
/** The schema of a field that may be corrected. Only an optional field accepts `null`, which removes its value. */
type CorrectionSchema<Rule> = z.ZodOptional<
  z.ZodType<CorrectedValue<Rule> | (Rule extends { required: true } ? never : null), string | null>
>

const correctionFields = <F extends Record<string, LeafRule>>(fields: F) =>
  typedFields<{ [Name in keyof F]: CorrectionSchema<F[Name]> }>(
    Object.fromEntries(
      Object.entries(fields).map(([name, rule]) => [name, rule.required ? correctable(rule) : removable(rule)]),
    ),
  )

const { employer, administrator, address } = CORRECTABLE_FIELDS

const employerSchema = z
  .object(correctionFields(employer) satisfies Record<keyof EmployerValues, z.ZodType>)
  .superRefine(({ cpf, cnpj }, context) => {
    if (cpf === undefined || cnpj === undefined) return
    for (const name of ['cpf', 'cnpj']) {
      context.addIssue({ code: 'custom', path: [name], message: 'one_tax_id' satisfies FieldError })
    }
  })

export const correctionSchema = z
  .object({
    employer: optional(employerSchema),
    administrator: optional(z.object(correctionFields(administrator) satisfies Record<keyof Administrator, z.ZodType>)),
    address: optional(z.object(correctionFields(address) satisfies Record<keyof Address, z.ZodType>)),
  })
  .refine(
    ({ employer, administrator, address }) =>
      Object.values({ ...employer, ...administrator, ...address }).some((value) => value !== undefined),
    { path: ['employer'], message: 'nothing_to_change' satisfies FieldError },
  )

export function toCorrections({ employer, administrator, address }: z.output<typeof correctionSchema>) {
  const { cpf, cnpj, ...values }: Partial<z.output<typeof employerSchema>> = employer ?? {}
  return {
    employer: withoutUndefined<Employer>({ ...values, taxId: toTaxId({ cpf, cnpj }) }),
    administrator: withoutUndefined<Administrator>(administrator ?? {}),
    address: withoutUndefined<Address>(address ?? {}),
  }
}

const withoutUndefined = <T extends object>(values: { [Name in keyof T]?: T[Name] | undefined }) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
