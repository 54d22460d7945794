import * as z from 'zod'
import {
  isLongerThan,
  LIMITS,
  type NormalizedEmail,
  normalizeEmail,
  parseTaxId,
  type Permission,
  PERMISSIONS,
  TAX_ID_PATTERN,
  trimInvisible,
} from '@partner-accounts/core'
import {
  EMAIL_PATTERN,
  findEmailErrors,
  findErrors,
  findTextErrors,
  type LeafRule,
  type LocalizedText,
  tooLong,
} from '@partner-accounts/rules'
import type { FieldError } from './field-errors.ts'

/** Creates the error function of a schema. It reports `null` as missing, because many clients send `null`. */
export const wrongType = (error: FieldError) => (issue: { input?: unknown }) =>
  issue.input == null ? 'required' : error

export const string = () => z.string({ error: wrongType('not_text') })

/** Adds a check. Each error becomes an issue that contains its localized messages as `params.messages`. */
const withCheck = <T extends z.ZodType>(schema: T, errorsOf: (value: z.output<T>) => readonly LocalizedText[]): T =>
  schema.check(({ value, issues }) => {
    for (const messages of errorsOf(value)) {
      issues.push({ code: 'custom', input: value, message: messages.en, params: { messages }, continue: true })
    }
  })

export function fieldSchema(rule: LeafRule): z.ZodType {
  const { description, example } = rule
  return baseSchema(rule).meta({ description: description.en, examples: [example] })
}

/** Accepts a field of a body. In an optional one, `null` and an empty text count as absent. */
export function bodyFieldSchema(rule: LeafRule): z.ZodType {
  const schema = fieldSchema(rule)
  if (rule.required) return schema
  const { pattern, maxLength } = schema.meta() ?? {}
  if (typeof pattern !== 'string') return optional(schema)
  const { description, example } = rule
  return withCheck(string(), (value) => (value === '' ? [] : findErrors(rule, value)))
    .meta({ maxLength, pattern: orEmpty(pattern), description: description.en, examples: [example] })
    .nullish()
    .transform((value) => (value === '' || value === null ? undefined : value))
}

/**
 * Returns a pattern that also matches an empty text. The anchors `^` and `$` of the given pattern move to the outside.
 */
const orEmpty = (pattern: string): string => `^(?:${pattern.replace(/^\^|\$$/g, '')})?$`

function baseSchema(rule: LeafRule): z.ZodType {
  switch (rule.kind) {
    case 'text':
      return text(rule.maxLength)
    case 'email':
      return email()
    case 'code':
      return withCheck(string(), (value) => findErrors(rule, value)).meta({
        maxLength: rule.maxLength,
        pattern: rule.pattern.source,
      })
    case 'choice':
      return z.enum(rule.options, { error: wrongType(rule.error) })
    case 'integer':
      // `z.int()` would report unsafe integers twice.
      return withCheck(z.number({ error: wrongType('not_integer') }), (value) => findErrors(rule, value)).meta({
        type: 'integer',
        minimum: rule.minimum,
        maximum: rule.maximum,
      })
  }
}

/**
 * Matches texts that are not blank and have no U+0000. `findTextErrors` also rejects texts of only invisible
 * characters and incomplete surrogate pairs, which this pattern cannot describe.
 */
const TEXT_PATTERN = String.raw`^[^\x00]*[^\s\x00][^\x00]*$`

/** @param maxLength Unicode code points */
export const text = (maxLength: number = LIMITS.textLength) =>
  withCheck(string(), (value) => findTextErrors(value, maxLength)).meta({
    minLength: 1,
    maxLength,
    pattern: TEXT_PATTERN,
  })

/**
 * Accepts any string, for credentials, which are compared and never stored.
 * @param maxLength Unicode code points
 */
export const anyString = (maxLength: number) =>
  withCheck(string(), (value) => (isLongerThan(value, maxLength) ? [tooLong(maxLength)] : [])).meta({
    maxLength,
  })

export const reason = () =>
  text(LIMITS.reason.max)
    .trim()
    .min(LIMITS.reason.min, 'reason' satisfies FieldError)

/**
 * Accepts a text that people copy from elsewhere, such as a URL or a search query. Removes invisible characters around
 * it.
 */
export const pastedText = (maxLength?: number) => text(maxLength).transform(trimInvisible)

/** Accepts a name that appears in mails. Rejects control characters, line separators and links. */
export const displayName = () =>
  pastedText().refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]|:\/\//u.test(value), 'name' satisfies FieldError)

export const email = () =>
  withCheck(string(), findEmailErrors).meta({
    format: 'email',
    maxLength: LIMITS.emailLength,
    pattern: EMAIL_PATTERN.source,
  })

/** Accepts an e-mail and normalizes it, which never fails, because valid addresses are ASCII. */
export const searchedEmail = () => email().transform((address) => normalizeEmail(address) as NormalizedEmail)

export const taxId = () => patterned(TAX_ID_PATTERN, 'tax_id').transform(parseTaxId)

/** Accepts text that matches the pattern. The pattern must exclude characters that PostgreSQL cannot store. */
export const patterned = (pattern: RegExp, error: FieldError) => string().regex(pattern, error)

/** Accepts an id in either case, and returns it in lower case. */
export const recordId = () => patterned(/^[0-9a-fA-F]{24}$/, 'record_id').transform((id) => id.toLowerCase())

/** Metadata of ids in responses. */
export const ID = { pattern: '^[0-9a-f]{24}$', maxLength: 24 }

export const byId = z.object({ id: recordId() })

export const integer = (min: number, max: number, tooLow: FieldError, tooHigh = tooLow) =>
  z
    .int({ error: wrongType('not_integer') })
    .min(min, tooLow)
    .max(max, tooHigh)

/** The largest `integer` of PostgreSQL. */
const MAX_COUNT = 2 ** 31 - 1

export const count = (min: 0 | 1, max = MAX_COUNT) =>
  integer(min, max, min === 0 ? 'not_negative' : 'at_least_one', 'too_many')

export const choice = <const Options extends readonly string[]>(options: Options, error: FieldError = 'choice') =>
  z.enum(options, { error: wrongType(error) })

/** Maximum length. The format allows any number of digits in the fraction of a second. */
const MAX_DATE_TIME_LENGTH = 40

const dateTime = () =>
  z.iso
    .datetime({ offset: true, error: wrongType('time') })
    .max(MAX_DATE_TIME_LENGTH, 'time' satisfies FieldError)
    .transform((text) => new Date(text))

/**
 * The earliest and the latest time. Ids begin with the milliseconds since 1970, and `Date` formats years after 9999 with
 * six digits.
 */
const DATE_RANGE = {
  start: Date.parse('1970-01-01T00:00:00.000Z'),
  end: Date.parse('9999-12-31T23:59:59.999Z'),
}

export const isInDateRange = (date: Date): boolean =>
  date.getTime() >= DATE_RANGE.start && date.getTime() <= DATE_RANGE.end

export const time = () => dateTime().refine(isInDateRange, 'date_range' satisfies FieldError)

/** Accepts a time or a date. A date becomes the first or last millisecond of its day in UTC. */
export const dateOrTime = (partOfDay: 'start' | 'end') => {
  const timeOfDay = partOfDay === 'end' ? '23:59:59.999' : '00:00:00.000'
  const date = z.iso.date().transform((day) => new Date(`${day}T${timeOfDay}Z`))
  return z
    .union([date, dateTime()], { error: wrongType('date') })
    .refine(isInDateRange, 'date_range' satisfies FieldError)
}

/** `null` counts as absent. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/** Accepts a new value, absent if unchanged. Codes may contain punctuation. */
export const correctable = (rule: LeafRule) => {
  const schema = rule.kind === 'code' ? z.preprocess(withoutPunctuation, fieldSchema(rule)) : fieldSchema(rule)
  return optional(schema as z.ZodType<string, string>)
}

/** Accepts a new value; `null` removes it. */
export const removable = (rule: LeafRule) => (fieldSchema(rule) as z.ZodType<string, string>).nullable().optional()

const withoutPunctuation = (value: unknown) =>
  typeof value === 'string' ? value.replace(/[\s()+./-]/g, '').toUpperCase() : value

export const list = <Item extends z.ZodType>(item: Item, maxItems: number) =>
  z.array(item, { error: wrongType('not_list') }).max(maxItems)

/** Accepts a list of options, and removes repeated options. */
export const choices = <const Options extends readonly string[]>(options: Options, error: FieldError = 'choice') =>
  list(choice(options, error), options.length).transform((chosen) => [...new Set(chosen)])

export const permissionList = (permitted: readonly Permission[] = PERMISSIONS) => choices(permitted, 'permission')
