import { IS_BROWSER_BUILD } from '../runtime/browser-build.ts'
import { isObject } from '../options/checks.ts'

/** Called by Node, Bun and Deno to print an object. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

const SECRET_FIELDS = ['secret', 'api_token', 'token', 'password']
const REDACTED = '[redacted]'

const redactField = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  SECRET_FIELDS.includes(name) && typeof value === 'string' ? REDACTED : value,
]

/**
 * Returns a copy with `[redacted]` for every string `secret`, `api_token`, `token` and `password`, at any depth.
 * Keeps dates, errors and the like. A reference to an enclosing object becomes `[circular]`.
 *
 * @example
 * log.info(redact(await client.accounts.create(body)))
 */
export function redact<T>(value: T): T {
  return copy(value, []) as T
}

function copy(value: unknown, enclosing: readonly unknown[]): unknown {
  if (enclosing.includes(value)) return '[circular]'
  const inside = [...enclosing, value]
  if (Array.isArray(value)) return value.map((item) => copy(item, inside))
  if (!isObject(value) || isOpaque(value)) return value
  const entries = Object.entries(value).map(redactField)
  return Object.fromEntries(entries.map(([name, field]) => [name, copy(field, inside)]))
}

/** Returns whether `redact` keeps an object: an error, bytes, or an object without own fields, such as a date or a map. */
const isOpaque = (value: object) =>
  Object.prototype.toString.call(value) === '[object Error]' ||
  ArrayBuffer.isView(value) ||
  (Object.keys(value).length === 0 && Object.getPrototypeOf(value) !== null)

/** Hides the secrets of an object when a program prints it. Its properties and JSON keep them. */
export function hideWhenPrinted<T extends object>(value: T): T {
  // Consoles of browsers do not call `INSPECT`.
  if (IS_BROWSER_BUILD) return value
  // React passes only plain objects to client components.
  if (!SECRET_FIELDS.some((name) => name in value)) return value
  return Object.defineProperty(value, INSPECT, {
    value: () => Object.fromEntries(Object.entries(value).map(redactField)),
  })
}

/** Returns the text with `[redacted]` for each of the secrets. */
export const mask = (text: string, secrets: readonly (string | false | null | undefined)[]): string =>
  secrets.reduce((masked: string, secret) => (secret ? masked.replaceAll(secret, REDACTED) : masked), text)
