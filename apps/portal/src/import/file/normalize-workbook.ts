import { strFromU8, strToU8, type Unzipped } from '../../file-formats/fflate.ts'

/** What the library for workbooks does not report about a sheet. */
export interface SheetNotes {
  isHidden: boolean
  /** Line numbers of the rows that remain, in their order. Rows without text are removed. */
  lines: readonly number[]
  hiddenLines: ReadonlySet<number>
  /** Indexes of the first columns of merged cells that began in a row above, by line. Removed columns do not count. */
  continued: ReadonlyMap<number, readonly number[]>
  /** Number of cells with text. */
  textCount: number
  /** Number of cells that remain, empty ones included. */
  area: number
}

interface Cell {
  line: number
  /** Counted from 1. */
  column: number
  /** Returns the cell's XML at an address such as `B2`. */
  xml: (address: string) => string
}

// The XML is read with regular expressions, because workers have no DOMParser. Elements may have a prefix.

/** Returns the opening tags of all elements with a name. */
const tagsOf = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^>]*>`, 'g')) ?? []
const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const isSet = (text: string) => text === '1' || text === 'true'
/** Matches whole elements. Groups: attributes, content. */
const elementPattern = (name: string) =>
  new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')
const contentOf = (xml: string, name: string) => elementPattern(name).exec(xml)?.[2]
const textIn = (xml: string) => xml.replace(/<[^>]*>/g, '').trim()

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const PACKAGE_RELATIONS = '_rels/.rels'

/**
 * Returns a package's files under the paths in its relations, and the workbook under `xl/workbook.xml`. Some programs
 * write backslashes, capitals or another folder.
 */
export function normalizePaths(files: Unzipped): Unzipped {
  const byPath = new Map(Object.entries(files).map(([path, bytes]) => [comparablePath(path), bytes]))
  const textOf = (path: string) => strFromU8(byPath.get(comparablePath(path)) ?? new Uint8Array())
  const main = tagsOf(textOf(PACKAGE_RELATIONS), 'Relationship').find((tag) =>
    attributeOf(tag, 'Type').endsWith('/officeDocument'),
  )
  const workbook = absolutePath('', attributeOf(main ?? '', 'Target') || WORKBOOK)
  const [, folder = '', name = ''] = /^(.*\/)([^/]+)$/.exec(workbook) ?? []
  const relations = textOf(`${folder}_rels/${name}.rels`).replace(
    /(\sTarget=")([^"]*)"/g,
    (_, start: string, target: string) => `${start}${absolutePath(folder, target)}"`,
  )
  const targets = tagsOf(relations, 'Relationship').map((tag) => attributeOf(tag, 'Target').slice(1))
  const normalized: Unzipped = {}
  for (const path of ['[Content_Types].xml', PACKAGE_RELATIONS, ...targets]) {
    const bytes = byPath.get(comparablePath(path))
    if (bytes) normalized[path] = bytes
  }
  normalized[WORKBOOK] = strToU8(textOf(workbook))
  normalized[RELATIONS] = strToU8(relations)
  return normalized
}

const comparablePath = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase()

/** Returns the absolute path of a relation's target. `folder` is in the root, so `../` leads to the root. */
function absolutePath(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  if (path.startsWith('/')) return path
  return path.startsWith('../') ? path.slice(2) : `${folder || '/'}${path.replace(/^\.\//, '')}`
}

/**
 * Replaces the XML of the sheets. Only rows and columns with text remain, so that a stray space in the last column is no
 * reason to reject a file. Formulas that failed or were never computed become texts.
 *
 * @param files with normalized paths
 */
export function normalizeSheets(files: Unzipped): SheetNotes[] {
  const textOf = (path: string) => (files[path] ? strFromU8(files[path]) : '')
  const relations = tagsOf(textOf(RELATIONS), 'Relationship').map((tag) => ({
    id: attributeOf(tag, 'Id'),
    type: attributeOf(tag, 'Type'),
    path: attributeOf(tag, 'Target').slice(1),
  }))
  const strings = relations.find(({ type }) => type.endsWith('/sharedStrings'))
  const blankTexts = blankIn(textOf(strings?.path ?? ''))
  const workbook = textOf(WORKBOOK)
  // XlsxWriter stores zeros in the place of results, and asks Excel to compute them when it opens the file.
  const areZerosComputed = !tagsOf(workbook, 'calcPr').some((tag) => isSet(attributeOf(tag, 'fullCalcOnLoad')))
  return tagsOf(workbook, 'sheet').map((tag) => {
    const id = attributeOf(tag, String.raw`\w+:id`)
    const path = relations.find((relation) => relation.id === id)?.path ?? ''
    const xml = textOf(path).replace(/<!--[\s\S]*?-->/g, '')
    if (xml !== '' && !/^\s*</.test(xml)) throw new Error(`${path} is not XML`)
    const cells = cellsOf(xml, { blankTexts, areZerosComputed })
    const lines = sorted(cells.map(({ line }) => line))
    const columns = sorted(cells.map(({ column }) => column))
    files[path] = strToU8(sheetOf(cells, lines, columns))
    return {
      // `hidden` or `veryHidden`.
      isHidden: /hidden$/i.test(attributeOf(tag, 'state')),
      lines,
      hiddenLines: hiddenLinesOf(xml),
      continued: continuedIn(xml, columns),
      textCount: cells.length,
      area: lines.length * columns.length,
    }
  })
}

const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other)

/** Returns the indexes of shared strings without text. */
function blankIn(xml: string): ReadonlySet<number> {
  const blank = new Set<number>()
  let index = 0
  for (const [, , content = ''] of xml.matchAll(elementPattern('si'))) {
    if (textIn(content) === '') blank.add(index)
    index += 1
  }
  return blank
}

interface CellRules {
  /** Indexes of shared strings without text. */
  blankTexts: ReadonlySet<number>
  /** Whether a stored zero is the result of a formula. */
  areZerosComputed: boolean
}

/** Returns the cells with text. Cells and rows without an address follow the previous ones. */
function cellsOf(xml: string, rules: CellRules): Cell[] {
  const cells: Cell[] = []
  let line = 0
  for (const [, rowAttributes = '', content = ''] of xml.matchAll(elementPattern('row'))) {
    line = Number(attributeOf(rowAttributes, 'r')) || line + 1
    let column = 0
    for (const [, attributes = '', inner = ''] of content.matchAll(elementPattern('c'))) {
      const letters = /^[A-Z]+/.exec(attributeOf(attributes, 'r'))?.[0]
      column = letters === undefined ? column + 1 : columnNumber(letters)
      const write = writerOf(attributes, inner, rules)
      if (write) cells.push({ line, column, xml: write })
    }
  }
  return cells
}

/** Returns the function that writes a cell's XML, or `undefined` for a cell without text. */
function writerOf(attributes: string, inner: string, rules: CellRules): Cell['xml'] | undefined {
  const type = attributeOf(attributes, 't')
  const value = contentOf(inner, 'v')
  const formula = contentOf(inner, 'f')
  // `<f/>` is a formula without content, for which `formula` is `undefined`.
  const isFormula = elementPattern('f').test(inner)
  const asText = (text: string) => (address: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
  const isEmptyResult = type === 'str' && value === ''
  const isPlaceholder = value === '0' && !rules.areZerosComputed
  const isComputed = Boolean(value) && !isPlaceholder
  if (isFormula && !isComputed && !isEmptyResult) return asText(`=${formula ?? ''}`)
  // The library reads errors as empty cells.
  if (type === 'e') return asText(value ?? '')
  if (type === 's' && rules.blankTexts.has(Number(value))) return undefined
  const content = type === 'inlineStr' ? contentOf(inner, 'is') : value
  if (textIn(content ?? '') === '') return undefined
  const withoutAddress = attributes.replace(/\sr="[^"]*"/, '').replace(/\/$/, '')
  return (address) => `<c r="${address}"${withoutAddress}>${inner}</c>`
}

/** Writes the cells as a sheet without empty rows and columns. */
function sheetOf(cells: readonly Cell[], lines: readonly number[], columns: readonly number[]): string {
  const rowOf = new Map(lines.map((line, index) => [line, index + 1]))
  const lettersOf = new Map(columns.map((column, index) => [column, columnLetters(index + 1)]))
  const rows: string[][] = lines.map(() => [])
  for (const { line, column, xml } of cells) {
    const row = rowOf.get(line) ?? 1
    rows[row - 1]?.push(xml(`${lettersOf.get(column)}${row}`))
  }
  const data = rows.map((texts, index) => `<row r="${index + 1}">${texts.join('')}</row>`)
  return `<worksheet><sheetData>${data.join('')}</sheetData></worksheet>`
}

function hiddenLinesOf(xml: string): ReadonlySet<number> {
  const hidden = new Set<number>()
  let line = 0
  for (const tag of tagsOf(xml, 'row')) {
    line = Number(attributeOf(tag, 'r')) || line + 1
    if (isSet(attributeOf(tag, 'hidden'))) hidden.add(line)
  }
  return hidden
}

/** Returns `SheetNotes.continued`. A merged cell's first line has its text, so only the lines below are included. */
function continuedIn(xml: string, columns: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const continued = new Map<number, number[]>()
  for (const tag of tagsOf(xml, 'mergeCell')) {
    const area = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(attributeOf(tag, 'ref'))
    const column = columns.indexOf(columnNumber(area?.[1] ?? ''))
    if (column === -1) continue
    const first = Number(area?.[2])
    const last = Math.min(Number(area?.[3]), first + MAX_MERGED_ROWS)
    for (let line = first + 1; line <= last; line += 1) {
      continued.set(line, [...(continued.get(line) ?? []), column])
    }
  }
  return continued
}

/** A merged cell may cover a million rows, but its value is copied only to this many. */
const MAX_MERGED_ROWS = 10_000
const ALPHABET_SIZE = 26
/** Code of the character in front of `A`, so that `A` is 1. */
const BEFORE_A = 64

/** Returns 1 for `A` and 27 for `AA`. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * ALPHABET_SIZE + letter.charCodeAt(0) - BEFORE_A, 0)

/** Returns `A` for 1 and `AA` for 27. */
function columnLetters(number: number): string {
  const last = (number - 1) % ALPHABET_SIZE
  const rest = (number - 1 - last) / ALPHABET_SIZE
  return (rest === 0 ? '' : columnLetters(rest)) + String.fromCharCode(BEFORE_A + 1 + last)
}
