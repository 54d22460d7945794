import Papa from 'papaparse'

/** Detects the delimiter of CSV or pasted cells. */
export function parseDelimited(text: string): string[][] {
  // A setting of Excel. Counts as a row.
  const separator = /^sep=(.)\r?\n/i.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const { data } = Papa.parse<string[]>(body, separator?.[1] === undefined ? {} : { delimiter: separator[1] })
  return separator ? [[], ...data] : data
}
