import { isLongerThan, isStorableText, LIMITS, type State, STATES } from '@partner-accounts/core'

type Fields = Record<string, unknown>
type Rule = (value: unknown) => boolean

const text =
  (max: number = LIMITS.textLength): Rule =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && isStorableText(value) && !isLongerThan(value, max)
const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value == null || rule(value)
const EMAIL = // prettier-ignore
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
const email: Rule = (value) => matching(EMAIL)(value) && (value as string).length <= LIMITS.emailLength
const { min, max } = LIMITS.employeesQuantity

/** The bodies of 2.6, field by field. */
const BODY: Record<string, Rule> = {
  full_name: text(),
  employees_quantity: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  email,
  mobile_phone: matching(/^\d{10,15}$/),
}
const COMPANY: Record<string, Rule> = {
  name: text(),
  trade_name: text(),
  cpf: optional(matching(/^\d{11}$/)),
  cnpj: optional(matching(/^[0-9A-Z]{12}\d{2}$/)),
  financial_email: optional(email),
}
const ADDRESS: Record<string, Rule> = {
  cep: matching(/^\d{8}$/),
  street_name: text(),
  street_number: text(LIMITS.streetNumberLength),
  neighborhood: text(),
  complement: optional(text()),
  state: (value) => STATES.includes(value as State),
  city: text(),
}

/** The dotted names of all that is wrong with a body. */
export function faultyFields(body: Fields): string[] {
  const faults = faultsOf(body, BODY, '')
  const company = body['company_doc']
  if (!isObject(company)) return [...faults, 'company_doc']
  faults.push(...faultsOf(company, COMPANY, 'company_doc.'))
  if ((company['cpf'] == null) === (company['cnpj'] == null)) faults.push('company_doc.cpf', 'company_doc.cnpj')
  const address = company['address']
  if (!isObject(address)) return [...faults, 'company_doc.address']
  return [...faults, ...faultsOf(address, ADDRESS, 'company_doc.address.')]
}

function faultsOf(fields: Fields, rules: Record<string, Rule>, prefix: string): string[] {
  const faults: string[] = []
  for (const name in rules) if (!rules[name]!(fields[name])) faults.push(prefix + name)
  return faults
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
