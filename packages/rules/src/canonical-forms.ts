import type { Fields } from './field-rule.ts'
import { isObject, knownFields } from './find-errors.ts'

/** Returns all values of `since` in a table of fields. */
const versionsOf = (fields: Fields): number[] =>
  Object.values(fields).flatMap((rule) => [
    ...(rule.since === undefined ? [] : [rule.since]),
    ...(rule.kind === 'object' ? versionsOf(rule.fields) : []),
  ])

/** Returns JSON with sorted keys. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

/**
 * Returns the texts by which a creation's idempotency recognises the same body. The order of keys makes no difference,
 * nor does `null` in place of an absent field, nor a field without a rule.
 *
 * The first text is the one to store. The others leave out the fields that were added later: a build that did not know
 * a field yet stored the form without it.
 */
export function canonicalForms(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
): readonly [current: string, ...earlier: string[]] {
  const form = (version?: number) => `2 ${canonicalJson(knownFields(fields, body, version))}`
  const earlier = versionsOf(fields).map((version) => form(version - 1))
  return [form(), ...new Set(earlier)]
}
