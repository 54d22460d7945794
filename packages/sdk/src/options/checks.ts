import { UsageError } from '../errors/errors.ts'

/** @throws UsageError unless `condition` is true */
export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new UsageError(message)
}

/** Returns a value as it is shown in messages. */
export const show = (value: unknown): string => (isObject(value) ? 'an object' : JSON.stringify(value))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns whether `work` returns something other than `false`, and does not throw. */
export function succeeds(work: () => unknown): boolean {
  try {
    return work() !== false
  } catch {
    return false
  }
}

/** Latin-1 without control characters: `fetch` rejects anything else, with a message that contains the value. */
export const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

/** Returns `undefined` for anything other than a JSON object. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown
  return succeeds(() => (value = JSON.parse(text))) && isObject(value) ? value : undefined
}
