import { randomInt } from 'node:crypto'
import { createIdGenerator } from '@partner-accounts/core'
import {
  ACCOUNT_FIELDS,
  type AccountBody,
  CORRECTABLE_FIELDS,
  type Fields,
  type LeafRule,
} from '@partner-accounts/rules'

const newId = createIdGenerator()

/** Makes a text unique. */
export const mark = (text: string) => `${text}${newId().slice(-10)}`

const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(1, 10)).join('')

/** Returns a unique value, or the example of a field that accepts only a few values or numbers. */
function markedValue(rule: LeafRule): string | number {
  switch (rule.kind) {
    case 'email':
      return `${mark('Quiteria')}@Estrela.example`
    case 'code': {
      const value = randomDigits(rule.maxLength)
      if (!rule.pattern.test(value)) throw new Error(`no value for ${rule.pattern.source}`)
      return value
    }
    case 'text':
      // A short text has no room for a mark.
      return rule.maxLength < 20 ? randomDigits(rule.maxLength) : mark('Quitéria')
    default:
      return rule.example
  }
}

/** A record, and the values in it that are unique. */
interface Marked {
  record: Record<string, unknown>
  values: string[]
}

/** @param omitted name of a field to leave out */
function markedRecord(fields: Fields, omitted: string): Marked {
  const marked: Marked = { record: {}, values: [] }
  for (const [name, rule] of Object.entries(fields)) {
    if (name === omitted) continue
    if (rule.kind === 'object') {
      const inner = markedRecord(rule.fields, omitted)
      marked.record[name] = inner.record
      marked.values.push(...inner.values)
    } else {
      const value = markedValue(rule)
      marked.record[name] = value
      if (rule.kind !== 'choice' && rule.kind !== 'integer') marked.values.push(String(value))
    }
  }
  return marked
}

/** Returns a body of POST /partner-accounts with every field of the rulebook, and its unique values. */
export function markedBody(taxId: 'cpf' | 'cnpj'): { body: AccountBody; values: string[] } {
  const { record, values } = markedRecord(ACCOUNT_FIELDS, taxId === 'cpf' ? 'cnpj' : 'cpf')
  return { body: record as unknown as AccountBody, values }
}

export type Correction = {
  [Name in keyof typeof CORRECTABLE_FIELDS]: Record<keyof (typeof CORRECTABLE_FIELDS)[Name], string>
}

/** Returns a correction of every field that can be corrected, with a CPF, and its unique values. */
export function markedCorrection(): { input: Correction; values: string[] } {
  const records = Object.entries(CORRECTABLE_FIELDS).map(([name, fields]) => {
    const { record, values } = markedRecord(fields, 'cnpj')
    return { name, record, values }
  })
  return {
    input: Object.fromEntries(records.map(({ name, record }) => [name, record])) as unknown as Correction,
    values: records.flatMap(({ values }) => values),
  }
}
