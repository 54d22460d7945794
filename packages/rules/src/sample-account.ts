import { ACCOUNT_FIELDS, type AccountBody } from './account-fields.ts'
import type { FieldRule, Fields } from './field-rule.ts'

const exampleOf = (fields: Fields, isIncluded: (rule: FieldRule) => boolean = () => true): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, rule]) => isIncluded(rule))
      .map(([name, rule]) => [name, rule.kind === 'object' ? exampleOf(rule.fields, isIncluded) : rule.example]),
  )

const { company_doc: company, ...example } = exampleOf(ACCOUNT_FIELDS) as AccountBody
// An employer has one tax ID, and the sample is a company.
delete company.cpf

export interface SampleChanges extends Partial<Omit<AccountBody, 'company_doc'>> {
  company_doc?: Partial<AccountBody['company_doc']>
}

/**
 * Returns the sample account of the documentation, the tests and the import's template, with every optional field. Its
 * employer has a CNPJ, unless the changes have a `cpf`.
 */
export function sampleAccount({ company_doc: changes = {}, ...others }: SampleChanges = {}): AccountBody {
  const { cnpj, ...employer } = company
  return {
    ...example,
    ...others,
    company_doc: {
      ...employer,
      ...(changes.cpf == null && { cnpj }),
      ...changes,
      address: { ...employer.address, ...changes.address },
    },
  }
}

/** Returns the sample without optional fields, except the CNPJ: an employer needs one tax ID. */
export function minimalAccount(): AccountBody {
  const account = exampleOf(ACCOUNT_FIELDS, (rule) => rule.required) as AccountBody
  account.company_doc.cnpj = company.cnpj
  return account
}
