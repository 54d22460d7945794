import type { Field } from './account-draft.ts'

/** Fills a pattern: `#` takes a character of the document, anything else is inserted before the next one. */
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

const digits = (text: string, most: number) => text.replace(/\D/g, '').slice(0, most)

/** 12 letters or digits, then 2 digits. */
export function maskCnpj(text: string): string {
  const characters = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  return fill('##.###.###/####-##', characters.slice(0, 12) + digits(characters.slice(12), 2))
}

export const maskCpf = (text: string): string => fill('###.###.###-##', digits(text, 11))

export const maskCep = (text: string): string => fill('#####-###', digits(text, 8))

/** Numbers with a country code have no common format, so they stay digits. */
export function maskPhone(text: string): string {
  const number = digits(text, 15)
  if (number.length > 11) return number
  return fill(number.length === 11 ? '(##) #####-####' : '(##) ####-####', number)
}

/** The format of a field while it is typed. */
export const MASKS: Partial<Record<Field, (text: string) => string>> = {
  'company_doc.cnpj': maskCnpj,
  'company_doc.cpf': maskCpf,
  'company_doc.address.cep': maskCep,
  mobile_phone: maskPhone,
}

/**
 * Returns the caret's position after a mask has changed the text: after the same number of typed characters.
 *
 * @param before the typed text up to the caret
 */
export function caretAfter(before: string, masked: string): number {
  const typed = before.replace(/[^0-9A-Za-z]/g, '').length
  let seen = 0
  for (const [index, character] of [...masked].entries()) {
    if (seen === typed) return index
    if (/[0-9A-Za-z]/.test(character)) seen += 1
  }
  return masked.length
}
