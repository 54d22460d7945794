import { type AccountDraft, type Field, FIELDS } from '../accounts/account-draft.ts'
import { fieldLabels } from '../accounts/account-words.ts'
import { MASKS } from '../accounts/masks.ts'
import type { Locale } from '../preferences/words.ts'
import { writeCsv } from './csv.ts'

const EXAMPLE: AccountDraft = {
  'company_doc.name': 'Padaria Estrela Ltda',
  'company_doc.trade_name': 'Padaria Estrela',
  'company_doc.cnpj': '12ABC34501DE35',
  'company_doc.cpf': '',
  'company_doc.financial_email': 'financeiro@estrela.example',
  employees_quantity: '12',
  full_name: 'Maria da Silva',
  email: 'maria@estrela.example',
  mobile_phone: '11987654321',
  'company_doc.address.cep': '01310100',
  'company_doc.address.street_name': 'Avenida Paulista',
  'company_doc.address.street_number': '1578',
  'company_doc.address.complement': 'Conjunto 12',
  'company_doc.address.neighborhood': 'Bela Vista',
  'company_doc.address.city': 'São Paulo',
  'company_doc.address.state': 'SP',
}

/** Returns a draft by the labels of its fields, its documents formatted: spreadsheets keep the zeros of those. */
export const toCells = (draft: AccountDraft, locale: Locale): Record<string, string> =>
  Object.fromEntries(FIELDS.map((field) => [fieldLabels[locale][field], format(field, draft[field])]))

/** Formats a valid value; anything else stays as it is, to be corrected. */
export function format(field: Field, text: string): string {
  const mask = MASKS[field]
  if (!mask) return text
  const masked = mask(text)
  return masked.replace(/[^0-9A-Za-z]/g, '') === text ? masked : text
}

export const columnLabels = (locale: Locale): string[] => FIELDS.map((field) => fieldLabels[locale][field])

export const templateCsv = (locale: Locale): string => writeCsv(columnLabels(locale), [toCells(EXAMPLE, locale)])
