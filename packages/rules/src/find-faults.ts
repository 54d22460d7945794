import { isLongerThan, isStorableText, LIMITS } from '@partner-accounts/core/basics'
import { FIELD_FAULTS, notBetween, tooLong } from './field-faults.ts'
import type { FieldRule, Fields, IntegerRule, LeafRule, ObjectRule } from './field-rule.ts'
import type { Words } from './locale.ts'

/** An address as browsers accept it (WHATWG HTML, 4.10.5.1.5): ASCII, one `@`, nothing that could break a mail header. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

type Values = Readonly<Record<string, unknown>>

/** Returns the messages for a value that is present: everything that is wrong with it, or nothing. */
export function findFaults(rule: LeafRule, value: unknown): readonly Words[] {
  if (rule.kind === 'integer') return integerFaults(value, rule)
  if (rule.kind === 'choice') return rule.options.includes(value as string) ? [] : [FIELD_FAULTS[rule.fault]]
  if (typeof value !== 'string') return [FIELD_FAULTS.not_text]
  if (rule.kind === 'code') return rule.pattern.test(value) ? [] : [FIELD_FAULTS[rule.fault]]
  if (rule.kind === 'email') return findEmailFaults(value)
  return findTextFaults(value, rule.maxLength)
}

function integerFaults(value: unknown, { minimum, maximum }: IntegerRule): readonly Words[] {
  if (!Number.isInteger(value)) return [FIELD_FAULTS.not_integer]
  const number = value as number
  const faults: Words[] = []
  if (!Number.isSafeInteger(number)) faults.push(FIELD_FAULTS.not_integer)
  if (number < minimum || number > maximum) faults.push(notBetween(minimum, maximum))
  return faults
}

/** @param maxLength Unicode code points */
export function findTextFaults(text: string, maxLength: number): readonly Words[] {
  const faults: Words[] = []
  if (text.trim() === '') faults.push(FIELD_FAULTS.blank)
  if (!isStorableText(text)) faults.push(FIELD_FAULTS.not_storable)
  if (isLongerThan(text, maxLength)) faults.push(tooLong(maxLength))
  return faults
}

export function findEmailFaults(text: string): readonly Words[] {
  const faults: Words[] = []
  if (isLongerThan(text, LIMITS.emailLength)) faults.push(tooLong(LIMITS.emailLength))
  if (!EMAIL_PATTERN.test(text)) faults.push(FIELD_FAULTS.email)
  return faults
}

/** Messages by the dotted name of the invalid field. */
export type BodyFaults = ReadonlyMap<string, readonly Words[]>

/** Returns everything that is wrong with a body, in the order of its fields. `null` counts as absent. */
export function findBodyFaults(fields: Fields, body: Values): BodyFaults {
  const faults = new Map<string, readonly Words[]>()
  addFaults(faults, fields, body, '')
  return faults
}

function addFaults(faults: Map<string, readonly Words[]>, fields: Fields, values: Values, prefix: string): void {
  for (const [name, rule] of Object.entries(fields)) {
    const value = values[name]
    const path = prefix + name
    if (rule.kind === 'object' && isObject(value)) {
      addFaults(faults, rule.fields, value, `${path}.`)
      if (!hasExactlyOne(rule, value)) addExclusive(faults, rule, path)
      continue
    }
    const found = faultsAlone(rule, value)
    if (found.length > 0) faults.set(path, found)
  }
}

function faultsAlone(rule: FieldRule, value: unknown): readonly Words[] {
  if (value === null || value === undefined) return rule.required ? [FIELD_FAULTS.required] : []
  return rule.kind === 'object' ? [FIELD_FAULTS.not_object] : findFaults(rule, value)
}

/** Returns whether an object has exactly one of the fields that exclude each other. */
export const hasExactlyOne = ({ exactlyOne }: ObjectRule, values: Values): boolean =>
  exactlyOne === undefined || exactlyOne.filter((name) => values[name] != null).length === 1

function addExclusive(faults: Map<string, readonly Words[]>, { exactlyOne = [] }: ObjectRule, prefix: string): void {
  for (const name of exactlyOne) {
    const path = `${prefix}.${name}`
    faults.set(path, [...(faults.get(path) ?? []), FIELD_FAULTS.one_document])
  }
}

/**
 * Returns the fields of a valid body that have a rule and a value.
 *
 * @param version the fields of this version of the idempotency fingerprint only; all fields when absent
 */
export const knownFields = (fields: Fields, body: Values, version = Infinity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, rule]) => {
      const value = body[name]
      if (value === null || value === undefined || (rule.since ?? 0) > version) return []
      return [[name, rule.kind === 'object' ? knownFields(rule.fields, value as Values, version) : value]]
    }),
  )

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
