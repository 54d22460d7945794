import Papa from 'papaparse'

/** Printed lists have lines of titles above their tables. */
const MAX_SAMPLED_LINES = 200
const DELIMITED = /([;,\t|]).*\1/

export const isDelimited = (line: string): boolean => DELIMITED.test(line)

/** Detects the delimiter of CSV or pasted cells. */
export function parseDelimited(text: string): string[][] {
  // A setting of Excel. Counts as a row.
  const separator = /^"?sep=(.)"?\r?\n/i.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const rows = parse(body, separator?.[1] ?? delimiterOf(body))
  return separator ? [[], ...rows] : rows
}

/** Returns `''`, which the parser replaces by its own guess, for lines with one delimiter. */
function delimiterOf(text: string): string {
  const delimited = text.split(/\r\n?|\n/, MAX_SAMPLED_LINES).filter(isDelimited)
  return delimited.length === 0 ? '' : Papa.parse(delimited.join('\n'), { preview: 10 }).meta.delimiter
}

function parse(text: string, delimiter: string): string[][] {
  const { data, errors, meta } = Papa.parse<string[]>(text, { delimiter })
  return errors.some(({ type }) => type === 'Quotes') ? parseLines(text, meta.delimiter) : data
}

/** A quotation mark that is never closed must not swallow the lines below. */
function parseLines(text: string, delimiter: string): string[][] {
  return text.split(/\r\n?|\n/).map((line) => {
    const { data, errors } = Papa.parse<string[]>(line, { delimiter })
    return errors.length > 0 ? line.split(delimiter) : (data[0] ?? [])
  })
}
