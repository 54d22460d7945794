import { ACCOUNT_FIELDS } from './account-fields.ts'
import type { Fields } from './field-rule.ts'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name

const withCamelCaseNames = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      rule,
    ]),
  ) as { readonly [Name in keyof F & string as CamelCase<Name>]: F[Name] }

// eslint-disable-next-line @typescript-eslint/no-unused-vars
const { employees_quantity, company_doc, ...administrator } = ACCOUNT_FIELDS
const { cpf, cnpj, address, ...employer } = company_doc.fields

const employerWithoutTaxId = withCamelCaseNames(employer)

/**
 * Fields that operators can correct, grouped by record, with names in camel case. Optional fields can also be removed.
 */
export const CORRECTABLE_FIELDS = {
  administrator: withCamelCaseNames(administrator),
  // Required, because a tax ID can be replaced but not removed.
  employer: { ...employerWithoutTaxId, cnpj: { ...cnpj, required: true }, cpf: { ...cpf, required: true } },
  address: withCamelCaseNames(address.fields),
} as const

/** The employer's fields except the tax ID. */
export const EMPLOYER_FIELDS = Object.keys(employerWithoutTaxId) as (keyof typeof employerWithoutTaxId)[]
