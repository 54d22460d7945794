import { strFromU8, strToU8, type Unzipped } from '../../file-formats/fflate.ts'

/** Contents of a sheet's XML that the library for workbooks omits. */
export interface SheetNotes {
  isHidden: boolean
  /** Line of each row that is left: rows without text are removed. */
  lines: readonly number[]
  hiddenLines: ReadonlySet<number>
  /** By line: columns, among those that are left, of merged cells that began in a row above. */
  continued: ReadonlyMap<number, readonly number[]>
  textCount: number
  /** Cells of the table that remains, empty ones included. */
  area: number
}

interface Cell {
  line: number
  column: number
  xml: (address: string) => string
}

const tagsOf = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^>]*>`, 'g')) ?? []
const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const isSet = (text: string) => text === '1' || text === 'true'
const elements = (name: string) =>
  new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')
const contentOf = (xml: string, name: string) => elements(name).exec(xml)?.[2]
const plain = (xml: string) => xml.replace(/<[^>]*>/g, '').trim()

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const PACKAGE_RELATIONS = '_rels/.rels'

/** Writes paths as relations name them. Some programs write backslashes, other capitals or another folder. */
export function normalizePaths(files: Unzipped): Unzipped {
  const byName = new Map(Object.entries(files).map(([path, bytes]) => [nameOf(path), bytes]))
  const textOf = (path: string) => strFromU8(byName.get(nameOf(path)) ?? new Uint8Array())
  const main = tagsOf(textOf(PACKAGE_RELATIONS), 'Relationship').find((tag) =>
    attributeOf(tag, 'Type').endsWith('/officeDocument'),
  )
  const workbook = pathIn('', attributeOf(main ?? '', 'Target') || WORKBOOK)
  const [, folder = '', name = ''] = /^(.*\/)([^/]+)$/.exec(workbook) ?? []
  const relations = textOf(`${folder}_rels/${name}.rels`).replace(
    /(\sTarget=")([^"]*)"/g,
    (_, start: string, target: string) => `${start}${pathIn(folder, target)}"`,
  )
  const targets = tagsOf(relations, 'Relationship').map((tag) => attributeOf(tag, 'Target').slice(1))
  const normalized: Unzipped = {}
  for (const path of ['[Content_Types].xml', PACKAGE_RELATIONS, ...targets]) {
    const bytes = byName.get(nameOf(path))
    if (bytes) normalized[path] = bytes
  }
  normalized[WORKBOOK] = strToU8(textOf(workbook))
  normalized[RELATIONS] = strToU8(relations)
  return normalized
}

const nameOf = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase()

/** Returns the absolute path of a relation's target. */
function pathIn(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  if (path.startsWith('/')) return path
  return path.startsWith('../') ? path.slice(2) : `${folder || '/'}${path.replace(/^\.\//, '')}`
}

/**
 * Leaves only rows and columns with text, each cell with its address: a stray space in the last column is no reason to
 * reject a file. Formulas that failed or were never computed become texts.
 *
 * @param files of normalized paths; sheets are replaced
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
  // XlsxWriter then stores zeros in the place of results.
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
      isHidden: /idden/.test(attributeOf(tag, 'state')),
      lines,
      hiddenLines: hiddenLinesOf(xml),
      continued: continuedIn(xml, columns),
      textCount: cells.length,
      area: lines.length * columns.length,
    }
  })
}

const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other)

/** Indexes of shared strings without text. */
function blankIn(xml: string): ReadonlySet<number> {
  const blank = new Set<number>()
  let index = 0
  for (const [, , content = ''] of xml.matchAll(elements('si'))) {
    if (plain(content) === '') blank.add(index)
    index += 1
  }
  return blank
}

interface CellRules {
  blankTexts: ReadonlySet<number>
  areZerosComputed: boolean
}

function cellsOf(xml: string, rules: CellRules): Cell[] {
  const cells: Cell[] = []
  let line = 0
  for (const [, rowAttributes = '', content = ''] of xml.matchAll(elements('row'))) {
    line = Number(attributeOf(rowAttributes, 'r')) || line + 1
    let column = 0
    for (const [, attributes = '', inner = ''] of content.matchAll(elements('c'))) {
      const letters = /^[A-Z]+/.exec(attributeOf(attributes, 'r'))?.[0]
      column = letters === undefined ? column + 1 : columnNumber(letters)
      const write = writerOf(attributes, inner, rules)
      if (write) cells.push({ line, column, xml: write })
    }
  }
  return cells
}

/** Returns `undefined` for a cell without text. */
function writerOf(attributes: string, inner: string, rules: CellRules): Cell['xml'] | undefined {
  const type = attributeOf(attributes, 't')
  const value = contentOf(inner, 'v')
  const formula = contentOf(inner, 'f')
  const isFormula = elements('f').test(inner)
  const asText = (text: string) => (address: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
  const isEmptyResult = type === 'str' && value === ''
  const isComputed = Boolean(value) && (value !== '0' || rules.areZerosComputed)
  if (isFormula && !isComputed && !isEmptyResult) return asText(`=${formula ?? ''}`)
  // The library reads errors as empty cells.
  if (type === 'e') return asText(value ?? '')
  if (type === 's' && rules.blankTexts.has(Number(value))) return undefined
  if (plain(type === 'inlineStr' ? (contentOf(inner, 'is') ?? '') : (value ?? '')) === '') return undefined
  const others = attributes.replace(/\sr="[^"]*"/, '').replace(/\/$/, '')
  return (address) => `<c r="${address}"${others}>${inner}</c>`
}

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

function continuedIn(xml: string, columns: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const continued = new Map<number, number[]>()
  for (const tag of tagsOf(xml, 'mergeCell')) {
    const area = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(attributeOf(tag, 'ref'))
    const column = columns.indexOf(columnNumber(area?.[1] ?? ''))
    if (column === -1) continue
    const last = Math.min(Number(area?.[3]), Number(area?.[2]) + MAX_MERGED_ROWS)
    for (let line = Number(area?.[2]) + 1; line <= last; line += 1) {
      continued.set(line, [...(continued.get(line) ?? []), column])
    }
  }
  return continued
}

const MAX_MERGED_ROWS = 10_000
const ALPHABET = 26
const BEFORE_A = 64

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * ALPHABET + letter.charCodeAt(0) - BEFORE_A, 0)

function columnLetters(number: number): string {
  const last = (number - 1) % ALPHABET
  const rest = (number - 1 - last) / ALPHABET
  return (rest === 0 ? '' : columnLetters(rest)) + String.fromCharCode(BEFORE_A + 1 + last)
}
