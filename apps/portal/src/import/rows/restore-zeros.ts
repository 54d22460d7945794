import type { AccountDraft, Field } from '../../accounts/account-draft.ts'
import { hasCheckDigits } from '../../accounts/check-digits.ts'

/** Spreadsheets drop leading zeros of numbers. */
const RESTORABLE: { field: Field; length: number; maxZeros: number; fits: (text: string) => boolean }[] = [
  { field: 'company_doc.cnpj', length: 14, maxZeros: 2, fits: hasCheckDigits },
  { field: 'company_doc.cpf', length: 11, maxZeros: 2, fits: hasCheckDigits },
  // A CEP has no check digits, and none begins with two zeros.
  { field: 'company_doc.address.cep', length: 8, maxZeros: 1, fits: () => true },
]

/**
 * Restores leading zeros of unpunctuated tax IDs if their check digits then fit: otherwise it could be another tax ID.
 * @returns restored values by field
 */
export function restoreZeros(draft: AccountDraft): Partial<AccountDraft> {
  const restored: Partial<AccountDraft> = {}
  for (const { field, length, maxZeros, fits } of RESTORABLE) {
    // A CEP of seven digits may have been punctuated.
    const digits = draft[field].replace(/^(\d)\.?(\d{3})[.-](\d{3})$/, '$1$2$3')
    const missing = length - digits.length
    if (!/^\d+$/.test(digits) || missing < 1 || missing > maxZeros) continue
    const padded = digits.padStart(length, '0')
    if (fits(padded)) restored[field] = padded
  }
  return restored
}
