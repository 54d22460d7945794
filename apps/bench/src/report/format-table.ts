export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')
  return [head, ...rows].map((cells) => `  ${line(cells).trimEnd()}\n`).join('')
}

const NOT_AVAILABLE = 'not available'

export const formatNumber = (value: number | undefined, digits = 0): string =>
  value === undefined ? NOT_AVAILABLE : value.toFixed(digits)

export const formatMegabytes = (bytes: number | undefined): string =>
  bytes === undefined ? NOT_AVAILABLE : (bytes / 1024 / 1024).toFixed(0)

export const formatRatio = (value: number | undefined): string =>
  value === undefined ? NOT_AVAILABLE : `${value.toFixed(2)}x`
