import type { AccountDraft, Field } from '../../accounts/account-draft.ts'
import { hasCheckDigits } from '../../accounts/check-digits.ts'

/** Fields whose leading zeros spreadsheets drop. `fits`: whether a restored value is possible. */
const RESTORABLE: { field: Field; length: number; maxZeros: number; fits: (text: string) => boolean }[] = [
  { field: 'company_doc.cnpj', length: 14, maxZeros: 2, fits: hasCheckDigits },
  { field: 'company_doc.cpf', length: 11, maxZeros: 2, fits: hasCheckDigits },
  // A CEP has no check digits, and none begins with two zeros.
  { field: 'company_doc.address.cep', length: 8, maxZeros: 1, fits: () => true },
]

/**
 * Restores the leading zeros of tax IDs without punctuation if the check digits are then correct. Otherwise, the number may
 * be too short because of a typing mistake. Restores the leading zero of a CEP.
 *
 * @returns restored values by field
 */
export function restoreZeros(draft: AccountDraft): Partial<AccountDraft> {
  const restored: Partial<AccountDraft> = {}
  for (const { field, length, maxZeros, fits } of RESTORABLE) {
    // Programs punctuate a CEP that has lost its zero, as in `1310-100` and `1.310-100`.
    const digits = draft[field].replace(/^(\d)\.?(\d{3})[.-](\d{3})$/, '$1$2$3')
    const missing = length - digits.length
    if (!/^\d+$/.test(digits) || missing < 1 || missing > maxZeros) continue
    const padded = digits.padStart(length, '0')
    if (fits(padded)) restored[field] = padded
  }
  return restored
}
