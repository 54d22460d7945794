/** Parses CSV (RFC 4180) with `,` or `;` as delimiter. Errors name the line of a broken quote. */
export function parseCsv(text: string): Record<string, string>[] {
  const source = text.replace(/^\uFEFF/, '')
  const delimiter = (/^[^\r\n]*/.exec(source)?.[0] ?? '').includes(';') ? ';' : ','
  const [header = [], ...rows] = readRows(source, delimiter).filter((row) => row.some((cell) => cell !== ''))
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ''])))
}

function readRows(text: string, delimiter: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|$)`, 'y')
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex
    const match = cell.exec(text)
    if (!match) throw new Error(`line ${text.slice(0, start).split('\n').length}: a quote is not closed or misplaced`)
    const [, quoted, plain, end] = match
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== delimiter && end !== '') rows.push([])
    if (end === delimiter && cell.lastIndex === text.length) rows.at(-1)!.push('')
  }
  return rows
}

export const formatCsvRow = (values: readonly (string | number | null)[]): string =>
  values.map((value) => formatCell(String(value ?? ''))).join(',')

const formatCell = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
