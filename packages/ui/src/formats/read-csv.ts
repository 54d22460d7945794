import Papa from 'papaparse'

/** Detects the delimiter of CSV or pasted cells. */
export function parseDelimited(text: string): string[][] {
  // A setting of Excel. Counts as a row.
  const separator = /^sep=(.)\r?\n/i.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const { data } = Papa.parse<string[]>(body, separator?.[1] === undefined ? {} : { delimiter: separator[1] })
  return separator ? [[], ...data] : data
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Excel's encoding in Brazil. */
export function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
