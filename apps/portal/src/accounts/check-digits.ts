const ZERO = '0'.charCodeAt(0)

/** Length of a complete tax ID by field. */
const LENGTHS = { 'company_doc.cnpj': 14, 'company_doc.cpf': 11 } as const

export type TaxIdField = keyof typeof LENGTHS

export const isComplete = (field: TaxIdField, taxId: string): boolean => taxId.length === LENGTHS[field]

/** Whether a complete tax ID has a typing error. */
export const isMistyped = (field: TaxIdField, taxId: string): boolean =>
  isComplete(field, taxId) && !hasCheckDigits(taxId)

/**
 * Checks the modulo 11 check digits. A CNPJ's letters count by ASCII code, as the tax authority defines. One repeated
 * digit, such as `00000000000000`, fits by arithmetic but is never assigned.
 *
 * @param taxId complete, without punctuation, in upper case
 */
export function hasCheckDigits(taxId: string): boolean {
  if (/^(.)\1*$/.test(taxId)) return false
  const weights = taxId.length === 11 ? 10 : 8
  const checkDigit = (text: string) => {
    const sum = [...text]
      .reverse()
      .reduce((total, character, index) => total + (character.charCodeAt(0) - ZERO) * (2 + (index % weights)), 0)
    return ((sum * 10) % 11) % 10
  }
  const base = taxId.slice(0, -2)
  const first = checkDigit(base)
  return taxId === `${base}${first}${checkDigit(`${base}${first}`)}`
}

export const isCpf = (digits: string): boolean => /^\d{11}$/.test(digits) && hasCheckDigits(digits)
