import type { Address, Administrator, Employer, EmployerValues } from '@partner-accounts/core'
import { ACCOUNT_FIELDS } from '@partner-accounts/rules'
import * as z from 'zod'
import { toDocument } from '../wire/employer.ts'
import type { FieldError } from '../wire/field-errors.ts'
import { correctable, optional, removable } from '../wire/fields.ts'

const { full_name, email, mobile_phone, company_doc } = ACCOUNT_FIELDS
const { fields: rules } = company_doc
const { fields: addressRules } = rules.address

const administratorSchema = z.object({
  fullName: correctable(full_name),
  email: correctable(email),
  mobilePhone: correctable(mobile_phone),
} satisfies Record<keyof Administrator, z.ZodType>)

const addressSchema = z.object({
  cep: correctable(addressRules.cep),
  streetName: correctable(addressRules.street_name),
  streetNumber: correctable(addressRules.street_number),
  neighborhood: correctable(addressRules.neighborhood),
  complement: removable(addressRules.complement),
  state: correctable(addressRules.state) as z.ZodType<Address['state'] | undefined, string | null | undefined>,
  city: correctable(addressRules.city),
} satisfies Record<keyof Address, z.ZodType>)

const employerSchema = z
  .object({
    name: correctable(rules.name),
    tradeName: correctable(rules.trade_name),
    cpf: correctable(rules.cpf),
    cnpj: correctable(rules.cnpj),
    financialEmail: removable(rules.financial_email),
  } satisfies Record<keyof EmployerValues, z.ZodType>)
  .superRefine(({ cpf, cnpj }, context) => {
    if (cpf === undefined || cnpj === undefined) return
    for (const name of ['cpf', 'cnpj']) {
      context.addIssue({ code: 'custom', path: [name], message: 'one_document' satisfies FieldError })
    }
  })

export const correctionSchema = z
  .object({
    employer: optional(employerSchema),
    administrator: optional(administratorSchema),
    address: optional(addressSchema),
  })
  .refine(
    ({ employer, administrator, address }) =>
      Object.values({ ...employer, ...administrator, ...address }).some((value) => value !== undefined),
    { path: ['employer'], message: 'nothing_to_change' satisfies FieldError },
  )

export function toCorrections({ employer, administrator, address }: z.output<typeof correctionSchema>) {
  const { cpf, cnpj, ...values }: Partial<z.output<typeof employerSchema>> = employer ?? {}
  return {
    employer: defined<Employer>({ ...values, document: toDocument({ cpf, cnpj }) }),
    administrator: defined<Administrator>(administrator ?? {}),
    address: defined<Address>(address ?? {}),
  }
}

const defined = <T extends object>(values: { [Name in keyof T]?: T[Name] | undefined }) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
