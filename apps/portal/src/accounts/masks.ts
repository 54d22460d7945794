import { maskCep, maskCnpj, maskCpf, maskPhone } from '@partner-accounts/ui/masks'
import type { Field } from './account-draft.ts'

export const MASKS: Partial<Record<Field, (text: string) => string>> = {
  'company_doc.cnpj': maskCnpj,
  'company_doc.cpf': maskCpf,
  'company_doc.address.cep': maskCep,
  mobile_phone: maskPhone,
}

/**
 * Returns the caret's position after masking: behind as many typed characters.
 * @param before typed text up to the caret
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
