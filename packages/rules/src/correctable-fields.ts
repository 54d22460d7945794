import { ACCOUNT_FIELDS } from './account-fields.ts'
import type { Fields } from './field-rule.ts'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name

const camelCase = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      rule,
    ]),
  ) as { readonly [Name in keyof F & string as CamelCase<Name>]: F[Name] }

// eslint-disable-next-line @typescript-eslint/no-unused-vars
const { employees_quantity, company_doc, ...administrator } = ACCOUNT_FIELDS
const { cpf, cnpj, address, ...employer } = company_doc.fields

const employerNames = camelCase(employer)

/** Fields that operators can correct, by record and domain name. Those that are not required can be removed. */
export const CORRECTABLE_FIELDS = {
  administrator: camelCase(administrator),
  // A tax ID can only be replaced.
  employer: { ...employerNames, cnpj: { ...cnpj, required: true }, cpf: { ...cpf, required: true } },
  address: camelCase(address.fields),
} as const

/** The employer's fields except the tax ID. */
export const EMPLOYER_FIELDS = Object.keys(employerNames) as (keyof typeof employerNames)[]
