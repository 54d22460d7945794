import { UsageError } from '../errors/errors.ts'

/**
 * Tells callers that no compiler checks what is wrong, before anything is sent.
 *
 * @throws UsageError
 */
export function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new UsageError(message)
}

/** Nothing is passed over in silence, least of all an option in the wrong place. */
export function expectKeys(what: string, value: object, known: readonly string[]): void {
  expect(isObject(value), `${what} must be an object.`)
  const unknown = Object.keys(value).filter((key) => !known.includes(key))
  expect(unknown.length === 0, `${what} takes ${String(known)}, not ${String(unknown)}.`)
}

/** @param value may be left out */
export function expectWholeNumber(name: string, value: number | undefined, least: number): void {
  expect(
    value === undefined || (Number.isInteger(value) && value >= least),
    `${name} must be a whole number >= ${least}.`,
  )
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Latin-1 without control characters. Anything else `fetch` refuses, in words that show the value. */
export const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

export const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)

/** @returns undefined for what is no JSON, or no object */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
