import {
  type AccountDraft,
  cleanDraft,
  EMPTY_DRAFT,
  type Field,
  FIELDS,
  unpunctuated,
} from '../../accounts/account-draft.ts'
import { SAMPLE } from '../../accounts/account-cells.ts'
import { isCpf } from '../../accounts/check-digits.ts'
import type { SourceRow } from '../file/read-workbook.ts'
import { type CellDamage, damageOf } from './cell-damage.ts'
import { cleanText, isDoubtful, isPlaceholder } from './clean-text.ts'
import type { Columns } from './columns.ts'
import { isMisread } from './misread-text.ts'
import { normalizeHeading } from './normalize-heading.ts'
import { exclusionOf, type Exclusion } from './exclusion.ts'
import type { Table } from './table.ts'
import { restoreZeros } from './restore-zeros.ts'
import { isState, splitCity, toStateCode } from './states.ts'

/** A row of a table, read as an account. */
export interface SheetRow {
  line: number
  draft: AccountDraft
  /** What the import changed, by field. */
  changes: Readonly<Partial<Record<Field, CellChange>>>
  damage: Readonly<Partial<Record<Field, CellDamage>>>
  /** Fields with values such as `x`, which may mean that there is none. */
  doubtful: readonly Field[]
  /** Why the row is left out unless a person includes it. */
  exclusion: Exclusion | undefined
  /** Cells of the table, with the text of merged cells copied downward. */
  cells: readonly string[]
}

export interface CellChange {
  /** The value in the file. */
  before: string
  /** `cleaned`: without what programs add. `zeros`: with leading zeros. `merged`: from the merged cell above. */
  kind: 'cleaned' | 'zeros' | 'merged'
}

/** What a person decided about cells such as `x` and `0`. */
export type DoubtfulCells = 'keep' | 'empty'

/** The cells of the columns that have a field. */
type Cells = Readonly<Partial<Record<Field, string>>>

/** Reads the rows of a table as accounts. */
export function toRows({ headings, rows }: Table, columns: Columns, doubtfulCells?: DoubtfulCells): SheetRow[] {
  const taxIdHeading = normalizeHeading(headings[columns.indexOf('company_doc.cnpj')] ?? '')
  const mayHaveCpfs = /cpf|documento/.test(taxIdHeading) && !columns.includes('company_doc.cpf')
  return fillMerged(rows).map(({ row, filled }) => {
    const { line, cells, isHidden } = row
    const given: Cells = Object.fromEntries(
      columns.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])),
    )
    const cleaned: Cells = Object.fromEntries(
      Object.entries(given).map(([field, text]) => [field, cleanText(field as Field, text)]),
    )
    const typed = typedValues(cleaned, { areDoubtfulEmpty: doubtfulCells === 'empty' })
    if (mayHaveCpfs && isTypedCpf(typed['company_doc.cnpj'])) {
      typed['company_doc.cpf'] = typed['company_doc.cnpj']
      typed['company_doc.cnpj'] = ''
    }
    const damage = damageIn(given, typed)
    // Zeros are restored before punctuation is removed: a punctuated tax ID was never a number and has lost no zeros.
    const restored = restoreZeros(typed)
    const damagedValues = Object.fromEntries(Object.keys(damage).map((field) => [field, typed[field as Field]]))
    const draft = { ...cleanDraft(typed), ...restored, ...damagedValues }
    const filledFields = filled.flatMap((index) => columns[index] ?? [])
    const changes = changesOf({ given, typed, restored, filled: filledFields })
    const doubtful = FIELDS.filter((field) => isDoubtful(field, cleaned[field] ?? ''))
    const exclusion = exclusionOf({ draft, cells, headings, isHidden, isExample: isExample(draft) })
    return { line, draft, changes, damage, doubtful, exclusion, cells }
  })
}

/**
 * Copies the text of cells that are merged downward, because only their first row has it.
 *
 * @returns `filled`: columns whose text was copied from the row above
 */
function fillMerged(rows: readonly SourceRow[]): { row: SourceRow; filled: readonly number[] }[] {
  let above: readonly string[] = []
  return rows.map((row) => {
    const filled = (row.continued ?? []).filter((index) => (row.cells[index] ?? '') === '' && above[index])
    const width = Math.max(row.cells.length, ...filled.map((index) => index + 1))
    const cells = Array.from({ length: width }, (_, index) =>
      filled.includes(index) ? (above[index] ?? '') : (row.cells[index] ?? ''),
    )
    above = cells
    return { row: { ...row, cells }, filled }
  })
}

/** Returns the values of all fields, still punctuated as people typed them. */
function typedValues(cleaned: Cells, { areDoubtfulEmpty }: { areDoubtfulEmpty: boolean }): AccountDraft {
  const typed: AccountDraft = { ...EMPTY_DRAFT }
  for (const [name, value] of Object.entries(cleaned)) {
    const field = name as Field
    const isEmpty = isPlaceholder(field, value) || (areDoubtfulEmpty && isDoubtful(field, value))
    typed[field] = isEmpty ? '' : value
  }
  const ownState = toStateCode(typed['company_doc.address.state'])
  typed['company_doc.address.state'] = ownState
  // A city of another state stays as it is, and is reported as damage.
  const { city, state } = splitCity(typed['company_doc.address.city'])
  const isSameState = ownState === '' || ownState.toUpperCase() === state
  if (state !== '' && isSameState) {
    typed['company_doc.address.city'] = city
    typed['company_doc.address.state'] = state
  }
  return typed
}

/** Returns the fields whose values are useless, with the reasons. */
function damageIn(given: Cells, typed: AccountDraft): SheetRow['damage'] {
  const damage: Partial<Record<Field, CellDamage>> = {}
  for (const name of Object.keys(given)) {
    const text = typed[name as Field]
    const kind = isMisread(text) ? 'undecoded' : damageOf(text)
    if (kind) damage[name as Field] = kind
  }
  // Some files contain a code of the statistics office or the tax authority, or a state, instead of the city's name.
  const city = typed['company_doc.address.city']
  if (/^\d{2,7}$/.test(city) || isState(city)) damage['company_doc.address.city'] = 'city-code'
  if (splitCity(city).state !== '') damage['company_doc.address.city'] = 'other-state'
  return damage
}

interface ReadRow {
  given: Cells
  typed: AccountDraft
  /** Values with restored zeros. */
  restored: Partial<AccountDraft>
  /** Fields with the text of the merged cell above. */
  filled: readonly Field[]
}

/** Returns the changes that the grid shows. Changes of punctuation or case only are not shown. */
function changesOf({ given, typed, restored, filled }: ReadRow): SheetRow['changes'] {
  const changes: Partial<Record<Field, CellChange>> = {}
  for (const [name, text] of Object.entries(given)) {
    const field = name as Field
    const before = text.trim()
    if (field in restored) changes[field] = { before, kind: 'zeros' }
    else if (filled.includes(field)) changes[field] = { before: '', kind: 'merged' }
    else if (isChanged(field, before, typed)) changes[field] = { before, kind: 'cleaned' }
  }
  // A city such as `São Paulo/SP` also fills the state.
  const state = typed['company_doc.address.state']
  if (state !== '' && given['company_doc.address.state'] === undefined) {
    changes['company_doc.address.state'] = { before: '', kind: 'cleaned' }
  }
  return changes
}

function isChanged(field: Field, before: string, typed: AccountDraft): boolean {
  if (typed[field].toUpperCase() === before.normalize('NFC').toUpperCase()) return false
  const isMovedCpf = field === 'company_doc.cnpj' && typed['company_doc.cpf'] === before
  return !isMovedCpf
}

/** Returns whether a tax ID is a CPF. Spreadsheets may have dropped its first one or two digits, if they are zeros. */
function isTypedCpf(text: string): boolean {
  const digits = unpunctuated(text)
  return /^\d{9,11}$/.test(digits) && isCpf(digits.padStart(11, '0'))
}

const isExample = (draft: AccountDraft): boolean =>
  draft.email === SAMPLE.email && draft['company_doc.cnpj'] === SAMPLE['company_doc.cnpj']
