import { ACCOUNT_FIELDS, FIELD_ERRORS, findBodyErrors, type LocalizedText } from '@partner-accounts/rules'
import type { Locale } from '@partner-accounts/ui/messages'
import { type AccountDraft, type Field, toBody } from './account-draft.ts'

/**
 * Maps messages for API clients to messages for people. They differ because people may type punctuation, which API clients
 * must omit.
 */
const MESSAGES_FOR_PEOPLE = new Map<LocalizedText | undefined, LocalizedText>([
  [FIELD_ERRORS.one_tax_id, { 'pt-BR': 'Informe um documento: CNPJ ou CPF.', en: 'Enter one tax ID: CNPJ or CPF.' }],
  [FIELD_ERRORS.cpf, { 'pt-BR': 'Deve ter 11 dígitos.', en: 'Must have 11 digits.' }],
  [
    FIELD_ERRORS.cnpj,
    {
      'pt-BR': 'Deve ter 14 caracteres: 12 letras ou dígitos e 2 dígitos no fim.',
      en: 'Must have 14 characters: 12 letters or digits, and 2 digits at the end.',
    },
  ],
  [FIELD_ERRORS.cep, { 'pt-BR': 'Deve ter 8 dígitos.', en: 'Must have 8 digits.' }],
  [
    FIELD_ERRORS.mobile_phone,
    { 'pt-BR': 'Deve ter de 10 a 15 dígitos, com DDD.', en: 'Must have 10 to 15 digits, with the area code.' },
  ],
])

export type DraftErrors = Partial<Record<Field, string>>

/** Returns the first error of each invalid field. */
export function checkDraft(draft: AccountDraft, locale: Locale): DraftErrors {
  const errors: DraftErrors = {}
  for (const [field, [first]] of findBodyErrors(ACCOUNT_FIELDS, { ...toBody(draft) })) {
    const message = MESSAGES_FOR_PEOPLE.get(first) ?? first
    if (message) errors[field as Field] = message[locale]
  }
  return errors
}
