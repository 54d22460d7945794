import { words } from '@partner-accounts/ui/words'
import type { Field } from './account-draft.ts'

/** The labels of an account's fields, on every page. */
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
