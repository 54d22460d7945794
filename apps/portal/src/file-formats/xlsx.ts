import { strFromU8, unzipSync } from 'fflate'

/** A sheet of 2,000 rows has about 2 MB; a larger archive is something else. */
const MAX_UNZIPPED_BYTES = 50_000_000

/** Returns the cells of the first sheet of an .xlsx workbook as text, each in its position. */
export function readXlsx(bytes: Uint8Array): string[][] {
  let unzipped = 0
  // Synchronous: the page's security policy allows no workers made from text.
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/(workbook|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/.test(name)) return false
      unzipped += originalSize
      if (unzipped > MAX_UNZIPPED_BYTES) throw new Error('the workbook is too large')
      return true
    },
  })
  const parse = (path: string) => {
    const file = files[path]
    return file && new DOMParser().parseFromString(strFromU8(file), 'application/xml')
  }
  const strings = elements(parse('xl/sharedStrings.xml'), 'si').map(textOf)
  const sheet = parse(firstSheetPath(parse('xl/workbook.xml'), parse('xl/_rels/workbook.xml.rels')))
  const rows: string[][] = []
  for (const row of elements(sheet, 'row')) {
    const cells: string[] = []
    for (const cell of elements(row, 'c')) cells[columnOf(cell) ?? cells.length] = cellText(cell, strings)
    rows[Number(row.getAttribute('r') ?? rows.length + 1) - 1] = Array.from(cells, (text) => text ?? '')
  }
  return Array.from(rows, (cells) => cells ?? [])
}

const elements = (parent: Document | Element | undefined, name: string) => [
  ...(parent?.getElementsByTagNameNS('*', name) ?? []),
]

/** Rich text is several runs; phonetic hints for Japanese are not part of the text. */
const textOf = (element: Element) =>
  elements(element, 't')
    .filter((text) => text.parentElement?.localName !== 'rPh')
    .map((text) => text.textContent)
    .join('')

function firstSheetPath(workbook: Document | undefined, relations: Document | undefined): string {
  const [sheet] = elements(workbook, 'sheet')
  const id = [...(sheet?.attributes ?? [])].find(({ name }) => /^(\w+:)?id$/.test(name))?.value
  const target = elements(relations, 'Relationship')
    .find((relation) => relation.getAttribute('Id') === id)
    ?.getAttribute('Target')
  if (target === undefined || target === null) throw new Error('the workbook has no sheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** `B3` → 1 */
function columnOf(cell: Element): number | undefined {
  const [letters] = /^[A-Z]+/.exec(cell.getAttribute('r') ?? '') ?? []
  return letters === undefined
    ? undefined
    : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(cell: Element, strings: readonly string[]): string {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return textOf(cell)
  const text = elements(cell, 'v')[0]?.textContent ?? ''
  if (type === 's') return strings[Number(text)] ?? ''
  // Large numbers may be stored as 1.2345678000195E13.
  return type === null || type === 'n' ? plainNumber(text) : text
}

const plainNumber = (text: string) => {
  const number = Number(text)
  return text !== '' && Number.isSafeInteger(number) ? String(number) : text
}
