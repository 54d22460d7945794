import type { Locale } from '../preferences/words.ts'
import { type AccountDraft, type Field, FIELDS } from './account-draft.ts'
import { FIELD_RULES, type FieldRule } from './field-rules.ts'
import { faultWords } from './account-words.ts'

/** What is wrong with a draft, by field. */
export type DraftFaults = Partial<Record<Field, string>>

/** Finds what the service would refuse, before it is sent. @param draft clean */
export function checkDraft(draft: AccountDraft, locale: Locale): DraftFaults {
  const faults: DraftFaults = {}
  for (const field of FIELDS) {
    const fault = checkField(field, draft[field], FIELD_RULES[field], locale)
    if (fault !== undefined) faults[field] = fault
  }
  const { oneDocument } = faultWords[locale]
  if ((draft['company_doc.cnpj'] === '') === (draft['company_doc.cpf'] === '')) {
    faults['company_doc.cnpj'] = oneDocument
    faults['company_doc.cpf'] = oneDocument
  }
  return faults
}

function checkField(field: Field, text: string, rule: FieldRule, locale: Locale): string | undefined {
  const words = faultWords[locale]
  if (text === '') return rule.required ? words.required : undefined
  if (rule.range) return isWithin(text, rule.range) ? undefined : words.range(rule.range.min, rule.range.max)
  if (rule.maxLength !== undefined && [...text].length > rule.maxLength) return words.tooLong(rule.maxLength)
  if (rule.options && !rule.options.includes(text)) return words.state
  if (rule.pattern && !rule.pattern.test(text)) return words.forms[field] ?? words.forms.email
  return undefined
}

const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
