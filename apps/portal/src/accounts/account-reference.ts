/** The identifiers of an account (4.4): its id or the employer's document. */
const FORMS = /^([0-9a-f]{24}|[0-9A-Z]{12}\d{2}|\d{11})$/i

/**
 * Returns the identifier in a text that was typed or pasted. Documents may be punctuated.
 *
 * @returns undefined for anything other than an id, a CNPJ or a CPF
 */
export function readAccountReference(text: string): string | undefined {
  const plain = text.replace(/[\s./-]/g, '')
  return FORMS.test(plain) ? plain : undefined
}
