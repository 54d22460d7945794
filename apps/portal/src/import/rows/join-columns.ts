import { cleanNumber, cleanText, isPlaceholder } from './clean-text.ts'
import { normalizeHeading, plainHeading } from './normalize-heading.ts'
import type { Table } from './table.ts'

/** Columns whose cells together are one value. */
interface Join {
  columns: readonly number[]
  /** Returns the value of the cells, in the order of `columns`. */
  join: (...parts: string[]) => string
}

export const JOINED_SEPARATOR = ' + '

const AREA_CODE = /^ddd( \d)?( cel(ular)?)?$/
const PHONE = /^((tele)?fone|tel|cel(ular)?|whats(app)?)( \d)?$/
const STREET_TYPE = /^(descricao )?(tipo|tp)( de| do)? logradouro$/
const CNPJ_PARTS = ['cnpj basico', 'cnpj ordem', 'cnpj dv']
const CNPJ_PART_LENGTHS = [8, 4, 2]
/** A telephone with at least this many digits contains the area code. */
const MIN_PHONE_DIGITS = 10

/** Adds a column for each value that the tax authority or ERPs split, such as a telephone and its area code. */
export function joinSplitColumns({ headings, rows }: Table): Table {
  const names = headings.map(plainHeading)
  const joins = [...joinsOfCnpj(names), ...joinsOfStreet(names), ...joinsOfPhones(names)]
  if (joins.length === 0) return { headings, rows }
  const joinedHeadings = joins.map(({ columns }) => columns.map((column) => headings[column]).join(JOINED_SEPARATOR))
  return {
    headings: [...headings, ...joinedHeadings],
    rows: rows.map((row) => {
      const padded = headings.map((_, column) => row.cells[column] ?? '')
      const added = joins.map(({ columns, join }) => join(...columns.map((column) => padded[column] ?? '')))
      return { ...row, cells: [...padded, ...added] }
    }),
  }
}

function joinsOfCnpj(names: readonly string[]): Join[] {
  const columns = CNPJ_PARTS.map((name) => names.indexOf(name))
  // Spreadsheets that treat the parts as numbers drop their leading zeros.
  const restorePart = (part: string, index: number) =>
    part === '' ? '' : part.padStart(CNPJ_PART_LENGTHS[index] ?? 0, '0')
  const join = (...parts: string[]) => parts.map(cleanNumber).map(restorePart).join('')
  return columns.includes(-1) ? [] : [{ columns, join }]
}

function joinsOfStreet(names: readonly string[]): Join[] {
  const columns = [names.findIndex((name) => STREET_TYPE.test(name)), names.indexOf('logradouro')]
  return columns.includes(-1) ? [] : [{ columns, join: joinStreet }]
}

function joinStreet(type = '', name = ''): string {
  const containsType = normalizeHeading(name).startsWith(`${normalizeHeading(type)} `)
  const isTypeMissing = type === '' || isPlaceholder('company_doc.address.street_name', type)
  return name === '' || isTypeMissing || containsType ? name : `${type} ${name}`
}

/** Joins each telephone with the last column of area codes before it, or with the first one after it. */
function joinsOfPhones(names: readonly string[]): Join[] {
  let areaCode = names.findIndex((name) => AREA_CODE.test(name))
  const joins: Join[] = []
  for (const [column, name] of names.entries()) {
    if (AREA_CODE.test(name)) areaCode = column
    if (PHONE.test(name) && areaCode !== -1) joins.push({ columns: [areaCode, column], join: joinPhone })
  }
  return joins
}

function joinPhone(areaCode = '', phone = ''): string {
  const number = cleanText('mobile_phone', phone)
  const digits = number.replace(/\D/g, '')
  const isMissing = digits === '' || isPlaceholder('mobile_phone', number)
  if (isMissing || digits.length >= MIN_PHONE_DIGITS) return number
  const areaDigits = cleanNumber(areaCode).replace(/\D/g, '').replace(/^0+/, '')
  return `${areaDigits}${number}`
}
