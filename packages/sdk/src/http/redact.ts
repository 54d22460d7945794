import { isObject } from '../options/checks.ts'

/** Node, Bun and Deno ask for it when they print an object. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

const SECRET_FIELDS = new Set(['secret', 'api_token', 'token', 'password'])
const REDACTED = '[redacted]'

/**
 * A copy without secrets, for a log: `secret`, `api_token`, `token` and `password` become `[redacted]`, at any depth.
 *
 * @example
 * log.info(redact(await client.accounts.create(body)))
 */
export function redact<T>(value: T): T {
  if (Array.isArray(value)) return value.map(redact) as T
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [
    name,
    SECRET_FIELDS.has(name) && typeof field === 'string' ? REDACTED : redact(field),
  ])
  return Object.fromEntries(entries) as T
}

/** Lets an object be printed without its secrets. What it holds stays as it is, and so does its JSON. */
export function hideWhenPrinted<T extends object>(value: T): T {
  return Object.defineProperty(value, INSPECT, { value: () => redact({ ...value }) })
}

/** Takes the secrets that are known out of a text that came from outside. */
export const mask = (text: string, secrets: readonly string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((masked, secret) => masked.split(secret).join(REDACTED), text)
