import Papa from 'papaparse'

/** Lines searched for the delimiter. Printed lists have many lines of titles above their tables. */
const MAX_SAMPLED_LINES = 200
/** Matches a line in which the same delimiter occurs twice. */
const DELIMITED = /([;,\t|]).*\1/

export const isDelimited = (line: string): boolean => DELIMITED.test(line)

/** Splits CSV or pasted cells into rows, and detects their delimiter. */
export function parseDelimited(text: string): string[][] {
  // Excel names the delimiter in a line above the table. An empty row replaces that line, so that row numbers do not change.
  const separator = /^"?sep=(.)"?\r?\n/i.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const rows = parse(body, separator?.[1] ?? delimiterOf(body))
  return separator ? [[], ...rows] : rows
}

/** Returns an empty string if no line has the same delimiter twice. The parser then guesses the delimiter. */
function delimiterOf(text: string): string {
  const delimited = text.split(/\r\n?|\n/, MAX_SAMPLED_LINES).filter(isDelimited)
  return delimited.length === 0 ? '' : Papa.parse(delimited.join('\n'), { preview: 10 }).meta.delimiter
}

function parse(text: string, delimiter: string): string[][] {
  const { data, errors, meta } = Papa.parse<string[]>(text, { delimiter })
  return errors.some(({ type }) => type === 'Quotes') ? parseLines(text, meta.delimiter) : data
}

/** Parses each line without the others, so that a quotation mark that is never closed does not swallow the lines below. */
function parseLines(text: string, delimiter: string): string[][] {
  return text.split(/\r\n?|\n/).map((line) => {
    const { data, errors } = Papa.parse<string[]>(line, { delimiter })
    return errors.length > 0 ? line.split(delimiter) : (data[0] ?? [])
  })
}
