import type { Administrator, Employer } from '@partner-accounts/core'
import { ACCOUNT_FIELDS, type LeafRule } from '@partner-accounts/rules'
import * as z from 'zod'
import type { FieldError } from '../wire/field-errors.ts'
import { email, fieldSchema, optional } from '../wire/fields.ts'

const { company_doc: company, ...administratorRules } = ACCOUNT_FIELDS
const corrected = (rule: LeafRule) => optional(fieldSchema(rule) as z.ZodType<string, string>)

const employerSchema = z
  .object({
    name: corrected(company.fields.name),
    trade_name: corrected(company.fields.trade_name),
    cpf: corrected(company.fields.cpf),
    cnpj: corrected(company.fields.cnpj),
    financial_email: email().nullable().optional(),
  })
  .superRefine(({ cpf, cnpj }, context) => {
    if (cpf === undefined || cnpj === undefined) return
    for (const name of ['cpf', 'cnpj']) {
      context.addIssue({ code: 'custom', path: [name], message: 'one_document' satisfies FieldError })
    }
  })

const administratorSchema = z.object({
  full_name: corrected(administratorRules.full_name),
  email: corrected(administratorRules.email),
  mobile_phone: corrected(administratorRules.mobile_phone),
})

/** The values to replace. */
export const correctionSchema = z
  .object({ employer: optional(employerSchema), administrator: optional(administratorSchema) })
  .refine(
    ({ employer, administrator }) =>
      Object.values({ ...employer, ...administrator }).some((value) => value !== undefined),
    { path: ['employer'], message: 'nothing_to_change' satisfies FieldError },
  )

/** Converts valid corrections to those of the use case. */
export const toCorrections = ({ employer, administrator }: z.output<typeof correctionSchema>) => ({
  employer: employer ? toEmployer(employer) : {},
  administrator: administrator ? toAdministrator(administrator) : {},
})

const toEmployer = ({ name, trade_name, cpf, cnpj, financial_email }: z.output<typeof employerSchema>) =>
  defined<Employer>({
    name,
    tradeName: trade_name,
    document: cpf ? { kind: 'cpf', value: cpf } : cnpj ? { kind: 'cnpj', value: cnpj } : undefined,
    financialEmail: financial_email,
  })

const toAdministrator = ({ full_name, email, mobile_phone }: z.output<typeof administratorSchema>) =>
  defined<Administrator>({ fullName: full_name, email, mobilePhone: mobile_phone })

/** Returns the values that are given. */
const defined = <T extends object>(values: { [Name in keyof T]: T[Name] | undefined }) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
