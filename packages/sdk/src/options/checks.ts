import { UsageError } from '../errors/errors.ts'

/** @throws UsageError unless `condition` is truthy */
export function expect(condition: unknown, message: string): asserts condition {
  if (!condition) throw new UsageError(message)
}

/** Returns a value as error messages show it. */
export const show = (value: unknown): string => (isObject(value) ? 'an object' : JSON.stringify(value))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const matches =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value)

/** Returns whether a value is a string that is not empty. */
export const isText = /* @__PURE__ */ matches(/./s)

/** Has a line break at an end, or quotes at both ends. */
export const isWrapped = /* @__PURE__ */ matches(/^[\r\n]|[\r\n]$|^(["']).*\1$/s)

/** Returns the message of an error, or the text of anything else that a program has thrown. */
export const messageOf = (error: unknown): string =>
  String((error as { message?: unknown } | null | undefined)?.message ?? error)

/** A path segment of only dots would address another resource. */
export const isIdentifier = /* @__PURE__ */ matches(/[^.]/)

/** Returns whether `work` does not throw. */
export function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Latin-1 without control characters. For anything else, the error of `fetch` would contain the value. */
export const isHeaderValue = /* @__PURE__ */ matches(/^[\t\x20-\x7e\x80-\xff]*$/)

export const isIdempotencyKey = /* @__PURE__ */ matches(/^(?=.*\S)[\t\x20-\x7e\x80-\xff]{1,255}$/)

/** E-mails and tokens. Files and variables often contain spaces, line breaks or quotes around them. */
export const BARE_WORD = 'ASCII, without spaces or quotes around it'
export const isBareWord = /* @__PURE__ */ matches(/^(?!["'])[\x21-\x7e]+$/)

/** Returns `undefined` for anything but a JSON object. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The fields of a response that the client relies on. */
export type Shape = Readonly<Record<string, (value: unknown) => boolean>>
