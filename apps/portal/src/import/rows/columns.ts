import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import { type Field, FIELDS, isField } from '../../accounts/account-draft.ts'
import { contradicts, fieldOfContents, mayContain } from './contents.ts'
import { findNamedField, wordsOf } from './named-field.ts'
import { normalizeHeading } from './normalize-heading.ts'

export const GROUP_SEPARATOR = ' › '

/** The field of each column of a table. `undefined`: the column is ignored. */
export type Columns = readonly (Field | undefined)[]

interface Match {
  field: Field
  /** Whether the contents name the field, and the heading does not. */
  isGuess?: boolean
  /** Number of the heading's words, changed by the constants below. The most specific column for a field wins. */
  specificity: number
}

/** What a person chose for columns, by normalized heading. `undefined`: the column is ignored. */
type Remembered = ReadonlyMap<string, Field | undefined>

const SPECIFICITY_OF_CHOICE = Infinity
/** `Celular` wins over more specific headings such as `Telefone comercial`. */
const BONUS_FOR_MOBILE = 10
/** Of numbered columns such as `Telefone 1` and `Telefone 2`, the first one wins. */
const COST_OF_LATER_NUMBER = 0.5
/** `CNPJ` wins over `CNPJ matriz`. */
const COST_OF_QUALIFIERS = 0.25
/** Headings have at least 0.25 (one word minus both costs), so they win over columns recognized by contents. */
const SPECIFICITY_OF_CONTENTS = 0.2
/** Any other column of the field wins over a column whose contents contradict its heading. */
const SPECIFICITY_OF_CONTRADICTED = 0.1

const MAX_SAMPLED_ROWS = 50

/** Parts of a table by which columns are matched: the headings, and the contents of the rows. */
export interface Matched {
  headings: readonly string[]
  rows: readonly { cells: readonly string[] }[]
}

/** Matches a heading, or what follows its group. */
function headingMatch(heading: string): Match | undefined {
  const withoutGroup = heading.split(GROUP_SEPARATOR).at(-1) ?? ''
  return wholeHeadingMatch(heading) ?? wholeHeadingMatch(withoutGroup)
}

function wholeHeadingMatch(heading: string): Match | undefined {
  const allWords = wordsOf(heading)
  const words = allWords.filter((word) => !/^\d$/.test(word))
  const named = findNamedField(words)
  if (!named) return undefined
  const { field } = named
  let specificity = named.words
  const isMobile = /celular|whatsapp|mobile/.test(words.join(' '))
  if (field === 'mobile_phone' && isMobile) specificity += BONUS_FOR_MOBILE
  const isLater = allWords.some((word) => /^[2-9]$/.test(word))
  if (isLater) specificity -= COST_OF_LATER_NUMBER
  if (!named.isExact) specificity -= COST_OF_QUALIFIERS
  return { field, specificity }
}

/** Matches a column by a person's choice for its heading, otherwise by the heading and the contents. */
function matchOf(heading: string, values: readonly string[], remembered: Remembered): Match | undefined {
  const name = normalizeHeading(heading)
  if (name !== '' && remembered.has(name)) {
    const field = remembered.get(name)
    return field && { field, specificity: SPECIFICITY_OF_CHOICE }
  }
  const byHeading = headingMatch(heading)
  const content = fieldOfContents(values)
  const isAgreed = content !== undefined && byHeading !== undefined && mayContain(byHeading.field, content)
  if (content !== undefined && !isAgreed) {
    return { field: content, specificity: SPECIFICITY_OF_CONTENTS, isGuess: true }
  }
  const isContradicted = byHeading && contradicts(values, byHeading.field)
  return isContradicted ? { ...byHeading, specificity: SPECIFICITY_OF_CONTRADICTED } : byHeading
}

function matchesOf({ headings, rows }: Matched, remembered: Remembered): (Match | undefined)[] {
  const sampled = rows.slice(0, MAX_SAMPLED_ROWS)
  const matches = headings.map((heading, column) => {
    const values = sampled.map(({ cells }) => cells[column] ?? '')
    return matchOf(heading, values, remembered)
  })
  const hasCnpj = matches.some((match) => match?.field === 'company_doc.cnpj')
  if (!hasCnpj) return matches
  // Beside a CNPJ, a column of CPFs belongs to people in the company.
  return matches.map((match) => (match?.isGuess && match.field === 'company_doc.cpf' ? undefined : match))
}

/** Returns whether a column was recognized by its contents, so that a person should check it. */
export const hasGuesses = (table: Matched, remembered: Remembered): boolean =>
  matchesOf(table, remembered).some((match) => match?.isGuess)

/** Returns the field that each column seems to contain. Several columns may have the same. */
export const suggestColumns = (table: Matched, remembered: Remembered): Columns =>
  matchesOf(table, remembered).map((match) => match?.field)

/** Returns the columns, at most one for each field: the most specific one wins, then the first. */
export function matchColumns(table: Matched, remembered: Remembered): Columns {
  const matches = matchesOf(table, remembered)
  const best = new Map<Field, Match>()
  for (const match of matches) {
    if (!match) continue
    const rival = best.get(match.field)
    if (!rival || match.specificity > rival.specificity) best.set(match.field, match)
  }
  return matches.map((match) => (match && best.get(match.field) === match ? match.field : undefined))
}

export interface Tie {
  field: Field
  columns: readonly number[]
}

/**
 * Returns fields for which several columns are equally likely and have different values, so that only a person knows
 * which one is right.
 */
export function tiesOf(table: Matched, remembered: Remembered): Tie[] {
  const matches = matchesOf(table, remembered)
  return FIELDS.flatMap((field) => {
    const rivals = matches.flatMap((match, column) => (match?.field === field ? [{ column, ...match }] : []))
    const highest = Math.max(...rivals.map(({ specificity }) => specificity))
    const best = rivals.filter(({ specificity }) => specificity === highest)
    const valuesOf = (column: number) => table.rows.map(({ cells }) => cells[column] ?? '').join('\n')
    const differentValues = new Set(best.map(({ column }) => valuesOf(column)))
    const isTie = highest !== SPECIFICITY_OF_CHOICE && differentValues.size > 1
    return isTie ? [{ field, columns: best.map(({ column }) => column) }] : []
  })
}

/** Returns the columns after a person chose a field for one of them. Another column of the field is then ignored. */
export const assignColumn = (columns: Columns, column: number, field: Field | undefined): Columns =>
  columns.map((other, index) => {
    if (index === column) return field
    return other === field ? undefined : other
  })

/** Returns the required fields without a column. Either tax ID suffices. */
export function missingFields(columns: Columns): Field[] {
  const missing = FIELDS.filter((field) => ACCOUNT_FIELD_RULES[field].required && !columns.includes(field))
  const hasTaxId = columns.includes('company_doc.cnpj') || columns.includes('company_doc.cpf')
  return hasTaxId ? missing : [...missing, 'company_doc.cnpj']
}

const STORAGE_KEY = 'partner-accounts.columns'

/** Returns what a person chose for columns of previous files. */
export function rememberedColumns(storage: Pick<Storage, 'getItem'>): Map<string, Field | undefined> {
  try {
    const stored = Object.entries(JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}') as Record<string, string>)
    return new Map(stored.map(([heading, field]) => [heading, isField(field) ? field : undefined]))
  } catch {
    return new Map()
  }
}

export function rememberColumn(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  heading: string,
  field: Field | undefined,
): void {
  const all = rememberedColumns(storage).set(normalizeHeading(heading), field)
  // An empty string means that the column is ignored.
  const stored = Object.fromEntries([...all].map(([name, chosen]) => [name, chosen ?? '']))
  storage.setItem(STORAGE_KEY, JSON.stringify(stored))
}
