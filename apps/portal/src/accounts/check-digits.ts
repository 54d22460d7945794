const ZERO = '0'.charCodeAt(0)

/** Length of a complete tax ID by field. */
const LENGTHS = { 'company_doc.cnpj': 14, 'company_doc.cpf': 11 } as const

export type TaxIdField = keyof typeof LENGTHS

export const isComplete = (field: TaxIdField, taxId: string): boolean => taxId.length === LENGTHS[field]

/** Returns whether a complete tax ID has wrong check digits. The user may still be typing an incomplete one. */
export const isMistyped = (field: TaxIdField, taxId: string): boolean =>
  isComplete(field, taxId) && !hasCheckDigits(taxId)

/**
 * Returns whether the modulo 11 check digits are correct. A CNPJ's letters count by ASCII code, as the tax authority
 * defines. Rejects a tax ID of one repeated digit, such as `00000000000000`, which is never assigned.
 *
 * @param taxId complete, without punctuation, in upper case
 */
export function hasCheckDigits(taxId: string): boolean {
  if (/^(.)\1*$/.test(taxId)) return false
  // The weights are 2, 3, 4 and so on from the right, and begin again at 2 after this many digits.
  const weightCount = taxId.length === LENGTHS['company_doc.cpf'] ? 10 : 8
  const checkDigit = (text: string) => {
    const values = [...text].reverse().map((character) => character.charCodeAt(0) - ZERO)
    const sum = values.reduce((total, value, index) => total + value * (2 + (index % weightCount)), 0)
    return ((sum * 10) % 11) % 10
  }
  const base = taxId.slice(0, -2)
  const first = checkDigit(base)
  return taxId === `${base}${first}${checkDigit(`${base}${first}`)}`
}

export const isCpf = (digits: string): boolean => /^\d{11}$/.test(digits) && hasCheckDigits(digits)
