import { isLongerThan, isStorableText, LIMITS } from '@partner-accounts/core'
import * as z from 'zod'
import type { FieldFault } from './field-faults.ts'

/** The message of a value of the wrong type: `null` counts as missing (many clients serialise empties so). */
export const wrongType = (fault: FieldFault) => (issue: { input?: unknown }) =>
  issue.input == null ? 'required' : fault

/** Rejects texts of more than `max` Unicode code points. Zod's own `max()` counts UTF-16 code units. */
const limited = (schema: z.ZodString, max: number) =>
  schema
    .refine((value) => !isLongerThan(value, max), {
      error: 'too_long' satisfies FieldFault,
      params: { maximum: max },
    })
    .meta({ maxLength: max })

/**
 * Accepts text with at least one character other than white space.
 *
 * @param max Unicode code points
 */
export const text = (max: number = LIMITS.textLength) =>
  limited(
    z
      .string({ error: wrongType('not_text') })
      .refine((value) => value.trim() !== '', 'blank' satisfies FieldFault)
      .refine(isStorableText, 'not_storable' satisfies FieldFault),
    max,
  ).meta({ minLength: 1 })

/** Accepts the name of a partner or a portal user, which mails show: one line, nothing that looks like a link. */
export const displayName = () =>
  text().refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]|:\/\//u.test(value), 'name' satisfies FieldFault)

/** Accepts any string of at most `max` Unicode code points. For credentials, which are compared and never stored. */
export const anyString = (max: number) => limited(z.string({ error: wrongType('not_text') }), max)

/** Accepts text that matches a pattern. The pattern must not match text that PostgreSQL cannot store. */
export const patterned = (pattern: RegExp, fault: FieldFault) =>
  z.string({ error: wrongType('not_text') }).regex(pattern, fault)

/** An address as browsers take it (WHATWG HTML, 4.10.5.1.5): ASCII, one `@`, nothing that could break a mail header. */
export const email = () =>
  z
    .string({ error: wrongType('not_text') })
    .max(LIMITS.emailLength, 'too_long' satisfies FieldFault)
    .regex(z.regexes.html5Email, 'email' satisfies FieldFault)
    .meta({ format: 'email' })

/** Id of any record. */
export const recordId = () => patterned(/^[0-9a-fA-F]{24}$/, 'record_id').transform((id) => id.toLowerCase())

/** What PostgreSQL's integer holds. */
const LARGEST_COUNT = 2 ** 31 - 1

/** @param min 0 or 1 */
export const count = (min: 0 | 1) =>
  z
    .int({ error: wrongType('not_integer') })
    .min(min, (min === 0 ? 'not_negative' : 'at_least_one') satisfies FieldFault)
    .max(LARGEST_COUNT, 'too_many' satisfies FieldFault)

/** Characters of a time with its offset. Fractions of a second may have any number of digits. */
const MAX_DATE_TIME_LENGTH = 40

/** A time, or a day: then its end, in UTC. */
export const dateOrMoment = () =>
  z.union(
    [
      z.iso.date().transform((day) => new Date(`${day}T23:59:59.999Z`)),
      z.iso
        .datetime({ offset: true })
        .max(MAX_DATE_TIME_LENGTH)
        .transform((moment) => new Date(moment)),
    ],
    {
      error: wrongType('date'),
    },
  )

/** `null` in an optional field is as if it were absent. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
