/** Replaces each `#` of the pattern by a character, and ends behind the last character. */
function fill(pattern: string, characters: string): string {
  let rest = characters
  let text = ''
  for (const place of pattern) {
    if (rest === '') break
    text += place === '#' ? rest[0] : place
    if (place === '#') rest = rest.slice(1)
  }
  return text
}

/** Returns the digits of a text. Full-width digits, which people may paste or dictate, become ordinary ones. */
const digits = (text: string, maxLength: number) => text.normalize('NFKC').replace(/\D/g, '').slice(0, maxLength)

export const unmasked = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '')

/** 12 letters or digits, then 2 digits. */
export function maskCnpj(text: string): string {
  const characters = unmasked(text.normalize('NFKC')).toUpperCase()
  return fill('##.###.###/####-##', characters.slice(0, 12) + digits(characters.slice(12), 2))
}

export const maskCpf = (text: string): string => fill('###.###.###-##', digits(text, 11))

export const maskCep = (text: string): string => fill('#####-###', digits(text, 8))

/** Removes the spaces and invisible characters that pasted e-mails bring. */
export const cleanEmail = (text: string): string => text.replace(/[\s\p{Cf}]/gu, '')

/** Area code and number in Brazil; a mobile phone has 11 digits, others 10. */
const MAX_NATIONAL_DIGITS = 11
const MAX_PHONE_DIGITS = 15

/** Numbers with a country code stay digits, because they have no common format. */
export function maskPhone(text: string): string {
  const number = digits(text, MAX_PHONE_DIGITS)
  if (number.length > MAX_NATIONAL_DIGITS) return number
  return fill(number.length === MAX_NATIONAL_DIGITS ? '(##) #####-####' : '(##) ####-####', number)
}

/** Returns digits with the country code, by default Brazil's. */
export function internationalPhone(text: string): string {
  const number = digits(text, MAX_PHONE_DIGITS)
  return number.length > MAX_NATIONAL_DIGITS ? number : `55${number}`
}

/** Returns the employer's tax ID as people write it; an empty string if there is none. */
export function taxIdOf({ cnpj, cpf }: { cnpj: string | null; cpf: string | null }): string {
  if (cnpj !== null) return maskCnpj(cnpj)
  return cpf === null ? '' : maskCpf(cpf)
}

/**
 * Returns the caret's position in `masked`, the new text of a field. The text before that position has as many letters
 * and digits as `before`.
 *
 * @param before the masked text of what stood before the caret
 */
export function caretAfter(before: string, masked: string): number {
  if (masked.startsWith(before)) return before.length
  const typed = unmasked(before).length
  let seen = 0
  for (const [index, character] of [...masked].entries()) {
    if (seen === typed) return index
    if (/[0-9A-Za-z]/.test(character)) seen += 1
  }
  return masked.length
}
