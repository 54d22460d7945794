import { UsageError } from '../../errors/errors.ts'
import { succeeds } from '../../options/checks.ts'

const REPLACEMENT = '\uFFFD'

/**
 * Decodes a file strictly, because a wrong character would be stored.
 *
 * @param given the encoding. Default: UTF-16 if the file has its byte order mark; windows-1252, as Excel writes in Brazil, if
 * the file is CSV, is not valid UTF-8, and has no multibyte character of UTF-8; else UTF-8.
 * @throws UsageError that names the first line with an invalid character
 */
export function decodeText(bytes: Uint8Array, file: string, given?: string): { text: string; encoding: string } {
  const encoding = given ?? detectEncoding(bytes, file)
  const decoder = new TextDecoder(encoding)
  // Without `stream`, Node 20 decodes windows-1252 as Latin-1.
  const text = decoder.decode(bytes, { stream: true }) + decoder.decode()
  const firstInvalid = text.indexOf(REPLACEMENT)
  if (firstInvalid < 0) return { text, encoding }
  const line = text.slice(0, firstInvalid).split('\n').length
  throw new UsageError(`${file}, line ${line} is not ${encoding}: save the file as UTF-8, or give its --encoding.`)
}

function detectEncoding(bytes: Uint8Array, file: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const isUtf8 = succeeds(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  // Keeps a byte order mark, which counts as a multibyte character.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const hasMultibyteCharacter = /[^\0-\x7f\uFFFD]/.test(text)
  return isCsv(file) && !isUtf8 && !hasMultibyteCharacter ? 'windows-1252' : 'utf-8'
}

export const isCsv = (file: string): boolean => /\.csv$/i.test(file)
