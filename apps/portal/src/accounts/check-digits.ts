const ZERO = '0'.charCodeAt(0)

/**
 * Checks the modulo 11 check digits. A CNPJ's letters count by ASCII code, as the tax authority defines.
 * @param taxId complete, without punctuation, in upper case
 */
export function hasCheckDigits(taxId: string): boolean {
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

export const isCpf = (digits: string): boolean =>
  /^\d{11}$/.test(digits) && Number(digits) > 0 && hasCheckDigits(digits)
