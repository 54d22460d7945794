import { words } from '../preferences/words.ts'
import type { Field } from './account-draft.ts'

/** What the fields of an account are called, wherever they stand. */
export const fieldLabels = words<Record<Field, string>>(
  {
    'company_doc.name': 'Razão social ou nome',
    'company_doc.trade_name': 'Nome fantasia',
    'company_doc.cnpj': 'CNPJ',
    'company_doc.cpf': 'CPF',
    'company_doc.financial_email': 'E-mail do financeiro',
    employees_quantity: 'Funcionários contratados',
    full_name: 'Nome completo',
    email: 'E-mail',
    mobile_phone: 'Celular com DDD',
    'company_doc.address.cep': 'CEP',
    'company_doc.address.street_name': 'Logradouro',
    'company_doc.address.street_number': 'Número',
    'company_doc.address.complement': 'Complemento',
    'company_doc.address.neighborhood': 'Bairro',
    'company_doc.address.city': 'Cidade',
    'company_doc.address.state': 'UF',
  },
  {
    'company_doc.name': 'Legal name',
    'company_doc.trade_name': 'Trade name',
    'company_doc.cnpj': 'CNPJ',
    'company_doc.cpf': 'CPF',
    'company_doc.financial_email': 'Finance e-mail',
    employees_quantity: 'Contracted employees',
    full_name: 'Full name',
    email: 'E-mail',
    mobile_phone: 'Mobile with area code',
    'company_doc.address.cep': 'Postal code (CEP)',
    'company_doc.address.street_name': 'Street',
    'company_doc.address.street_number': 'Number',
    'company_doc.address.complement': 'Complement',
    'company_doc.address.neighborhood': 'Neighborhood',
    'company_doc.address.city': 'City',
    'company_doc.address.state': 'State',
  },
)

interface FaultWords {
  required: string
  oneDocument: string
  state: string
  tooLong: (max: number) => string
  range: (min: number, max: number) => string
  /** What a field of a fixed form should look like. */
  forms: Partial<Record<Field, string>> & { email: string }
}

export const faultWords = words<FaultWords>(
  {
    required: 'Preencha este campo.',
    oneDocument: 'Informe o CNPJ ou o CPF, e apenas um deles.',
    state: 'Escolha um dos 27 estados.',
    tooLong: (max) => `Use no máximo ${max} caracteres.`,
    range: (min, max) => `Informe um número inteiro de ${min} a ${max}.`,
    forms: {
      email: 'Informe um e-mail válido, como ana@empresa.com.br.',
      mobile_phone: 'Informe o número com DDD: de 10 a 15 dígitos.',
      'company_doc.cnpj': 'Um CNPJ tem 14 caracteres: 12 letras ou dígitos e 2 dígitos.',
      'company_doc.cpf': 'Um CPF tem 11 dígitos.',
      'company_doc.address.cep': 'Um CEP tem 8 dígitos.',
    },
  },
  {
    required: 'This field is required.',
    oneDocument: 'Enter either the CNPJ or the CPF.',
    state: 'Choose one of the 27 states.',
    tooLong: (max) => `Use at most ${max} characters.`,
    range: (min, max) => `Enter a whole number from ${min} to ${max}.`,
    forms: {
      email: 'Enter a valid e-mail address, such as ana@company.com.',
      mobile_phone: 'Enter the number with its area code: 10 to 15 digits.',
      'company_doc.cnpj': 'A CNPJ has 14 characters: 12 letters or digits, and 2 digits.',
      'company_doc.cpf': 'A CPF has 11 digits.',
      'company_doc.address.cep': 'A CEP has 8 digits.',
    },
  },
)
