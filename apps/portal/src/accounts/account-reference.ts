/** An account's id or its employer's tax ID (4.4). */
const FORMS = /^([0-9a-f]{24}|[0-9A-Z]{12}\d{2}|\d{11})$/i

/**
 * Parses a typed or pasted identifier. Tax IDs may be punctuated.
 * @returns `undefined` for anything other than an id, a CNPJ or a CPF
 */
export function readAccountReference(text: string): string | undefined {
  const plain = text.replace(/[\s./-]/g, '')
  return FORMS.test(plain) ? plain : undefined
}
