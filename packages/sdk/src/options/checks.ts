import { UsageError } from '../errors/errors.ts'

/** @throws UsageError unless `condition` is truthy */
export function expect(condition: unknown, message: string): asserts condition {
  if (!condition) throw new UsageError(message)
}

/** Returns a value as it is shown in messages. */
export const show = (value: unknown): string => (isObject(value) ? 'an object' : JSON.stringify(value))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a test for strings that match a pattern. */
const matches =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value)

export const isText = matches(/./s)

/** A path segment of dots only would address another resource. */
export const isIdentifier = matches(/[^.]/)

/** Returns whether `work` returns something other than `false`, and does not throw. */
export function succeeds(work: () => unknown): boolean {
  try {
    return work() !== false
  } catch {
    return false
  }
}

/** Latin-1 without control characters: `fetch` rejects anything else, with a message that contains the value. */
export const isHeaderValue = matches(/^[\t\x20-\x7e\x80-\xff]*$/)

export const isIdempotencyKey = matches(/^(?=.*\S)[\t\x20-\x7e\x80-\xff]{1,255}$/)

export const isToken = matches(/^[\x21-\x7e]+$/)

/** Returns `undefined` for anything other than a JSON object. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown
  return succeeds(() => (value = JSON.parse(text))) && isObject(value) ? value : undefined
}
