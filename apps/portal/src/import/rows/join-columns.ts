import { cleanNumber, cleanText, isPlaceholder } from './clean-text.ts'
import { normalizeHeading, plainHeading } from './normalize-heading.ts'
import type { Table } from './table.ts'

/** Columns that together have one value. */
interface Join {
  columns: readonly number[]
  join: (...parts: string[]) => string
}

export const JOINED_SEPARATOR = ' + '

const AREA_CODE = /^ddd( \d)?( cel(ular)?)?$/
const PHONE = /^((tele)?fone|tel|cel(ular)?|whats(app)?)( \d)?$/
const STREET_TYPE = /^(descricao )?(tipo|tp)( de| do)? logradouro$/
const CNPJ_PARTS = ['cnpj basico', 'cnpj ordem', 'cnpj dv']
const CNPJ_WIDTHS = [8, 4, 2]
/** With the area code. */
const MIN_PHONE_DIGITS = 10

/** Adds a column for values that the tax authority and ERPs keep in several, such as the area code of a telephone. */
export function joinSplitColumns({ headings, rows }: Table): Table {
  const names = headings.map(plainHeading)
  const joins = [...joinsOfCnpj(names), ...joinsOfStreet(names), ...joinsOfPhones(names)]
  if (joins.length === 0) return { headings, rows }
  const joined = joins.map(({ columns }) => columns.map((column) => headings[column]).join(JOINED_SEPARATOR))
  return {
    headings: [...headings, ...joined],
    rows: rows.map((row) => {
      const padded = headings.map((_, column) => row.cells[column] ?? '')
      const added = joins.map(({ columns, join }) => join(...columns.map((column) => padded[column] ?? '')))
      return { ...row, cells: [...padded, ...added] }
    }),
  }
}

function joinsOfCnpj(names: readonly string[]): Join[] {
  const columns = CNPJ_PARTS.map((name) => names.indexOf(name))
  // As numbers, the parts have lost their zeros.
  const padded = (part: string, index: number) => (part === '' ? '' : part.padStart(CNPJ_WIDTHS[index] ?? 0, '0'))
  const join = (...parts: string[]) => parts.map(cleanNumber).map(padded).join('')
  return columns.includes(-1) ? [] : [{ columns, join }]
}

function joinsOfStreet(names: readonly string[]): Join[] {
  const columns = [names.findIndex((name) => STREET_TYPE.test(name)), names.indexOf('logradouro')]
  return columns.includes(-1) ? [] : [{ columns, join: joinStreet }]
}

function joinStreet(type = '', name = ''): string {
  const isTyped = normalizeHeading(name).startsWith(`${normalizeHeading(type)} `)
  const isMissing = type === '' || isPlaceholder('company_doc.address.street_name', type)
  return name === '' || isMissing || isTyped ? name : `${type} ${name}`
}

/** Each telephone gets the area code in front of it, or else the first one. */
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
  return `${cleanNumber(areaCode).replace(/\D/g, '').replace(/^0+/, '')}${number}`
}
