import type { Field } from './account-draft.ts'

/** What the service asks of a field (2.6). A test holds these to its OpenAPI document. */
export interface FieldRule {
  required: boolean
  /** Characters (Unicode code points). */
  maxLength?: number
  pattern?: RegExp
  /** Of a whole number. */
  range?: { min: number; max: number }
  options?: readonly string[]
}

export const STATES = [
  ...['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA'],
  ...['PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO'],
]

const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
const email = { maxLength: 254, pattern: EMAIL }

export const FIELD_RULES: Record<Field, FieldRule> = {
  'company_doc.name': { required: true, maxLength: 200 },
  'company_doc.trade_name': { required: true, maxLength: 200 },
  // One of the two is required; which one, only both together can tell.
  'company_doc.cnpj': { required: false, pattern: /^[0-9A-Z]{12}\d{2}$/ },
  'company_doc.cpf': { required: false, pattern: /^\d{11}$/ },
  'company_doc.financial_email': { required: false, ...email },
  employees_quantity: { required: true, range: { min: 1, max: 5000 } },
  full_name: { required: true, maxLength: 200 },
  email: { required: true, ...email },
  mobile_phone: { required: true, pattern: /^\d{10,15}$/ },
  'company_doc.address.cep': { required: true, pattern: /^\d{8}$/ },
  'company_doc.address.street_name': { required: true, maxLength: 200 },
  'company_doc.address.street_number': { required: true, maxLength: 6 },
  'company_doc.address.complement': { required: false, maxLength: 200 },
  'company_doc.address.neighborhood': { required: true, maxLength: 200 },
  'company_doc.address.city': { required: true, maxLength: 200 },
  'company_doc.address.state': { required: true, options: STATES },
}
