import { isLongerThan, isStorableText, LIMITS } from '@partner-accounts/core/basics'
import { FIELD_ERRORS, notBetween, tooLong } from './field-errors.ts'
import type { FieldRule, Fields, IntegerRule, LeafRule, ObjectRule } from './field-rule.ts'
import type { LocalizedText } from './locale.ts'

/**
 * Accepts what browsers accept (WHATWG HTML, 4.10.5.1.5): ASCII with one `@`, and nothing that could break a mail header.
 * In addition, a dot may only stand between two parts, and the domain must contain a dot, as in JSON Schema's format `email`.
 */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

type Values = Readonly<Record<string, unknown>>

/** Returns everything that is wrong with a present value. */
export function findErrors(rule: LeafRule, value: unknown): readonly LocalizedText[] {
  if (rule.kind === 'integer') return findIntegerErrors(value, rule)
  if (rule.kind === 'choice') return rule.options.includes(value as string) ? [] : [FIELD_ERRORS[rule.error]]
  if (typeof value !== 'string') return [FIELD_ERRORS.not_text]
  if (rule.kind === 'code') return rule.pattern.test(value) ? [] : [FIELD_ERRORS[rule.error]]
  if (rule.kind === 'email') return findEmailErrors(value)
  return findTextErrors(value, rule.maxLength)
}

function findIntegerErrors(value: unknown, { minimum, maximum }: IntegerRule): readonly LocalizedText[] {
  if (!Number.isInteger(value)) return [FIELD_ERRORS.not_integer]
  const number = value as number
  const errors: LocalizedText[] = []
  // Integers beyond the safe range may have been rounded.
  if (!Number.isSafeInteger(number)) errors.push(FIELD_ERRORS.not_integer)
  if (number < minimum || number > maximum) errors.push(notBetween(minimum, maximum))
  return errors
}

/**
 * A character that is neither white space nor invisible. Control and format characters, ignorable ones such as the Hangul
 * filler, and the blank Braille pattern are invisible. U+0000 counts as visible, because it is reported as not storable.
 */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|\0/u

/** @param maxLength Unicode code points */
export function findTextErrors(text: string, maxLength: number): readonly LocalizedText[] {
  const errors: LocalizedText[] = []
  if (!VISIBLE.test(text)) errors.push(FIELD_ERRORS.blank)
  if (!isStorableText(text)) errors.push(FIELD_ERRORS.not_storable)
  if (isLongerThan(text, maxLength)) errors.push(tooLong(maxLength))
  return errors
}

export function findEmailErrors(text: string): readonly LocalizedText[] {
  const errors: LocalizedText[] = []
  if (isLongerThan(text, LIMITS.emailLength)) errors.push(tooLong(LIMITS.emailLength))
  if (!EMAIL_PATTERN.test(text)) errors.push(FIELD_ERRORS.email)
  return errors
}

/** Errors by dotted name of the field. */
export type BodyErrors = ReadonlyMap<string, readonly LocalizedText[]>

/** Returns everything that is wrong with a body, in the order of the fields. */
export function findBodyErrors(fields: Fields, body: Values): BodyErrors {
  const errors = new Map<string, readonly LocalizedText[]>()
  addErrors(errors, fields, body, '')
  return errors
}

function addErrors(
  errors: Map<string, readonly LocalizedText[]>,
  fields: Fields,
  values: Values,
  prefix: string,
): void {
  for (const [name, rule] of Object.entries(fields)) {
    const value = values[name]
    const path = prefix + name
    if (rule.kind === 'object' && isObject(value)) {
      addErrors(errors, rule.fields, value, `${path}.`)
      if (!hasExactlyOne(rule, value)) addExactlyOneErrors(errors, rule, path)
      continue
    }
    const found = findValueErrors(rule, value)
    if (found.length > 0) errors.set(path, found)
  }
}

function findValueErrors(rule: FieldRule, value: unknown): readonly LocalizedText[] {
  if (isAbsent(rule, value)) return rule.required ? [FIELD_ERRORS.required] : []
  return rule.kind === 'object' ? [FIELD_ERRORS.not_object] : findErrors(rule, value)
}

/** Counts `null` and, in optional fields, an empty text as absent, because form templates and many programs send them. */
const isAbsent = ({ required }: Pick<FieldRule, 'required'>, value: unknown): boolean =>
  value === null || value === undefined || (value === '' && !required)

/** Also returns true for an object without `exactlyOne`. */
export const hasExactlyOne = ({ exactlyOne, fields }: ObjectRule, values: Values): boolean => {
  const isGiven = (name: string) => !isAbsent(fields[name] ?? { required: false }, values[name])
  return exactlyOne === undefined || exactlyOne.filter(isGiven).length === 1
}

/** Adds the error to each of the fields, after the field's own errors. */
function addExactlyOneErrors(
  errors: Map<string, readonly LocalizedText[]>,
  { exactlyOne = [] }: ObjectRule,
  objectPath: string,
): void {
  for (const name of exactlyOne) {
    const path = `${objectPath}.${name}`
    errors.set(path, [...(errors.get(path) ?? []), FIELD_ERRORS.one_tax_id])
  }
}

/** Returns a copy of a valid body, without absent values and unknown fields. */
export const knownFields = (fields: Fields, body: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, rule]) => {
      const value = body[name]
      if (isAbsent(rule, value)) return []
      return [[name, rule.kind === 'object' ? knownFields(rule.fields, value as Values) : value]]
    }),
  )

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
