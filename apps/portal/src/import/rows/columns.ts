import { ACCOUNT_FIELD_RULES } from '@partner-accounts/rules'
import { type Field, FIELDS, isField } from '../../accounts/account-draft.ts'
import { contradicts, fieldOfContents, mayContain } from './contents.ts'
import { findNamedField, wordsOf } from './named-field.ts'
import { normalizeHeading } from './normalize-heading.ts'

export const GROUP_SEPARATOR = ' › '

/** `undefined`: ignored. */
export type Columns = readonly (Field | undefined)[]

interface Match {
  field: Field
  /** In spite of the heading. */
  isGuess?: boolean
  /** Headings with more words are more specific, a person's choice most, contents least. */
  specificity: number
}

type Remembered = ReadonlyMap<string, Field | undefined>

/** Programs number columns of one kind: the first one counts. */
const COST_OF_LATER_NUMBER = 0.5
const COST_OF_QUALIFIERS = 0.25
const BONUS_OF_MOBILE = 10
const SPECIFICITY_OF_CONTENTS = 0.2
const SPECIFICITY_OF_CONTRADICTED = 0.1

function headingMatch(heading: string): Match | undefined {
  for (const part of new Set([heading, heading.split(GROUP_SEPARATOR).at(-1) ?? ''])) {
    const all = wordsOf(part)
    const words = all.filter((word) => !/^\d$/.test(word))
    const named = findNamedField(words)
    if (!named) continue
    const { field } = named
    const isLater = all.some((word) => /^[2-9]$/.test(word))
    // The administrator is called on a mobile phone.
    const bonus = field === 'mobile_phone' && /celular|whatsapp|mobile/.test(words.join(' ')) ? BONUS_OF_MOBILE : 0
    const costs = (isLater ? COST_OF_LATER_NUMBER : 0) + (named.isExact ? 0 : COST_OF_QUALIFIERS)
    return { field, specificity: named.words + bonus - costs }
  }
  return undefined
}

function matchOf(heading: string, values: readonly string[], remembered: Remembered): Match | undefined {
  const name = normalizeHeading(heading)
  if (name !== '' && remembered.has(name)) {
    const field = remembered.get(name)
    return field && { field, specificity: Infinity }
  }
  const byHeading = headingMatch(heading)
  const content = fieldOfContents(values)
  if (content !== undefined && !(byHeading && mayContain(byHeading.field, content))) {
    return { field: content, specificity: SPECIFICITY_OF_CONTENTS, isGuess: true }
  }
  const isContradicted = byHeading && contradicts(values, byHeading.field)
  return isContradicted ? { ...byHeading, specificity: SPECIFICITY_OF_CONTRADICTED } : byHeading
}

function matchesOf({ headings, rows }: Matched, remembered: Remembered): (Match | undefined)[] {
  const matches = headings.map((heading, index) =>
    matchOf(
      heading,
      rows.slice(0, MAX_SAMPLED_ROWS).map(({ cells }) => cells[index] ?? ''),
      remembered,
    ),
  )
  const hasCnpj = matches.some((match) => match?.field === 'company_doc.cnpj')
  // Beside a CNPJ, it is the CPF of a person in the company.
  return matches.map((match) => (hasCnpj && match?.isGuess && match.field === 'company_doc.cpf' ? undefined : match))
}

const MAX_SAMPLED_ROWS = 50

/** Headings, and rows whose contents count beside them. */
export interface Matched {
  headings: readonly string[]
  rows: readonly { cells: readonly string[] }[]
}

/** Whether contents decided about a column: a person should check it. */
export const hasGuesses = (table: Matched, remembered: Remembered): boolean =>
  matchesOf(table, remembered).some((match) => match?.isGuess)

export const suggestColumns = (table: Matched, remembered: Remembered): Columns =>
  matchesOf(table, remembered).map((match) => match?.field)

/** The most specific column for a field wins, then the first. */
export function matchColumns(table: Matched, remembered: Remembered): Columns {
  const matches = matchesOf(table, remembered)
  const best = new Map<Field, number>()
  for (const [index, match] of matches.entries()) {
    if (!match) continue
    const rival = matches[best.get(match.field) ?? -1]
    if (!rival || match.specificity > rival.specificity) best.set(match.field, index)
  }
  return matches.map((match, index) => (match && best.get(match.field) === index ? match.field : undefined))
}

export interface Tie {
  field: Field
  columns: readonly number[]
}

/** Fields for which several columns are equally likely, with different values: only a person knows which one counts. */
export function tiesOf(table: Matched, remembered: Remembered): Tie[] {
  const matches = matchesOf(table, remembered)
  return FIELDS.flatMap((field) => {
    const rivals = matches.flatMap((match, index) => (match?.field === field ? [{ index, ...match }] : []))
    const most = Math.max(...rivals.map(({ specificity }) => specificity))
    const columns = rivals.filter(({ specificity }) => specificity === most).map(({ index }) => index)
    const valuesOf = (column: number) => table.rows.map(({ cells }) => cells[column] ?? '').join('\n')
    const hasTie = columns.length > 1 && most < Infinity && new Set(columns.map(valuesOf)).size > 1
    return hasTie ? [{ field, columns }] : []
  })
}

/** Returns the columns after a person chose a field for one of them. A field has one column. */
export const assignColumn = (columns: Columns, column: number, field: Field | undefined): Columns =>
  columns.map((other, index) => {
    if (index === column) return field
    return other === field ? undefined : other
  })

/** Accepts either tax ID. */
export function missingFields(columns: Columns): Field[] {
  const missing = FIELDS.filter((field) => ACCOUNT_FIELD_RULES[field].required && !columns.includes(field))
  const hasTaxId = columns.includes('company_doc.cnpj') || columns.includes('company_doc.cpf')
  return hasTaxId ? missing : [...missing, 'company_doc.cnpj']
}

const KEY = 'partner-accounts.columns'

export function rememberedColumns(storage: Pick<Storage, 'getItem'>): Map<string, Field | undefined> {
  try {
    const stored = Object.entries(JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, string>)
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
  storage.setItem(KEY, JSON.stringify(Object.fromEntries([...all].map(([name, chosen]) => [name, chosen ?? '']))))
}
