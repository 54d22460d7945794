const DOCUMENT = /^(\d{11}|[0-9A-Za-z]{12}\d{2})$/
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Returns the filter for a complete tax ID or e-mail; `undefined` for other texts. */
export function readReference(text: string): { document: string } | { email: string } | undefined {
  if (EMAIL.test(text)) return { email: text }
  const document = text.replace(/[\s./-]/g, '')
  return DOCUMENT.test(document) && /\d/.test(document) ? { document } : undefined
}
