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

export interface SheetRow {
  line: number
  draft: AccountDraft
  /** Values that were changed, as they stand in the file. */
  changes: Readonly<Partial<Record<Field, CellChange>>>
  damage: Readonly<Partial<Record<Field, CellDamage>>>
  /** Fields whose value may mean that there is none. */
  doubtful: readonly Field[]
  /** Left out unless a person includes it. */
  exclusion: Exclusion | undefined
  cells: readonly string[]
}

export interface CellChange {
  before: string
  kind: 'cleaned' | 'zeros' | 'merged'
}

/** What a person decided about cells such as `x` and `0`. */
export type DoubtfulCells = 'keep' | 'empty'

type Cells = Readonly<Partial<Record<Field, string>>>

export function toRows({ headings, rows }: Table, columns: Columns, doubtfulCells?: DoubtfulCells): SheetRow[] {
  const taxIds = normalizeHeading(headings[columns.indexOf('company_doc.cnpj')] ?? '')
  const mayHaveCpfs = /cpf|documento/.test(taxIds) && !columns.includes('company_doc.cpf')
  return fillMerged(rows).map(({ row, filled }) => {
    const { line, cells, isHidden } = row
    const given: Cells = Object.fromEntries(
      columns.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])),
    )
    const cleaned: Cells = Object.fromEntries(
      Object.entries(given).map(([field, text]) => [field, cleanText(field as Field, text)]),
    )
    const typed = typedCells(cleaned, doubtfulCells === 'empty')
    if (mayHaveCpfs && isTypedCpf(typed['company_doc.cnpj'])) {
      typed['company_doc.cpf'] = typed['company_doc.cnpj']
      typed['company_doc.cnpj'] = ''
    }
    const damage = damageIn(given, typed)
    // As typed: punctuation proves that it was never a number.
    const restored = restoreZeros(typed)
    const damaged = Object.fromEntries(Object.keys(damage).map((field) => [field, typed[field as Field]]))
    const draft = { ...cleanDraft(typed), ...restored, ...damaged }
    const changes = changesOf({ given, typed, restored, filled: filled.flatMap((index) => columns[index] ?? []) })
    const doubtful = FIELDS.filter((field) => isDoubtful(field, cleaned[field] ?? ''))
    const exclusion = exclusionOf({ draft, cells, headings, isHidden, isExample: isExample(draft) })
    return { line, draft, changes, damage, doubtful, exclusion, cells }
  })
}

/** A cell that is merged downward has its text in the first row only. */
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

function typedCells(cleaned: Cells, areDoubtfulEmpty: boolean): AccountDraft {
  const typed: AccountDraft = { ...EMPTY_DRAFT }
  for (const [name, value] of Object.entries(cleaned)) {
    const field = name as Field
    const isEmpty = isPlaceholder(field, value) || (areDoubtfulEmpty && isDoubtful(field, value))
    typed[field] = isEmpty ? '' : value
  }
  typed['company_doc.address.state'] = toStateCode(typed['company_doc.address.state'])
  const { city, state } = splitCity(typed['company_doc.address.city'])
  const isSameState = typed['company_doc.address.state'].toUpperCase() === state
  if (state !== '' && (isSameState || typed['company_doc.address.state'] === '')) {
    typed['company_doc.address.city'] = city
    typed['company_doc.address.state'] = state
  }
  return typed
}

function damageIn(given: Cells, typed: AccountDraft): SheetRow['damage'] {
  const damage: Partial<Record<Field, CellDamage>> = {}
  for (const name of Object.keys(given)) {
    const text = typed[name as Field]
    const kind = isMisread(text) ? 'undecoded' : damageOf(text)
    if (kind) damage[name as Field] = kind
  }
  const city = typed['company_doc.address.city']
  if (/^\d{2,7}$/.test(city) || isState(city)) damage['company_doc.address.city'] = 'city-code'
  if (splitCity(city).state !== '') damage['company_doc.address.city'] = 'other-state'
  return damage
}

interface Changed {
  given: Cells
  typed: AccountDraft
  restored: Partial<AccountDraft>
  filled: readonly Field[]
}

function changesOf({ given, typed, restored, filled }: Changed): SheetRow['changes'] {
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
  // A CPF moves from a column for both tax IDs.
  return !(field === 'company_doc.cnpj' && typed['company_doc.cpf'] === before)
}

/** Letters make it a CNPJ. Spreadsheets drop up to two leading zeros of a CPF. */
function isTypedCpf(text: string): boolean {
  const digits = unpunctuated(text)
  return /^\d{9,11}$/.test(digits) && isCpf(digits.padStart(11, '0'))
}

const isExample = (draft: AccountDraft): boolean =>
  draft.email === SAMPLE.email && draft['company_doc.cnpj'] === SAMPLE['company_doc.cnpj']
