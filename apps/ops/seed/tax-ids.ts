const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Returns a CPF with valid check digits. */
export const cpfOf = (number: number): string => withCheckDigits(String(100_200_300 + number), CPF_WEIGHTS)

/** Returns a CNPJ with valid check digits; the alphanumeric form exists since July 2026. */
export const cnpjOf = (number: number, isAlphanumeric: boolean): string =>
  withCheckDigits(`${isAlphanumeric ? '12ABC' : '45723'}${String(number).padStart(3, '0')}0001`, CNPJ_WEIGHTS)

function withCheckDigits(base: string, weights: readonly number[]): string {
  const first = checkDigit(base, weights.slice(1))
  return `${base}${first}${checkDigit(`${base}${first}`, weights)}`
}

/** Returns a check digit: the weighted sum, modulo 11, of the characters' codes minus the code of `0`. */
function checkDigit(characters: string, weights: readonly number[]): number {
  const values = [...characters].map((character) => character.charCodeAt(0) - 48)
  const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
