/** What accounts are found by (4.4): the id, or the document of the employer. */
const FORMS = /^([0-9a-f]{24}|[0-9A-Z]{12}\d{2}|\d{11})$/i

/**
 * What somebody pasted or typed to find an account, as the service takes it: documents may have their punctuation.
 *
 * @returns undefined for what cannot be an id, a CNPJ or a CPF
 */
export function readAccountReference(text: string): string | undefined {
  const plain = text.replace(/[\s./-]/g, '')
  return FORMS.test(plain) ? plain : undefined
}
