import { expect, isHeaderValue, isIdempotencyKey, isObject, isText, isToken, show, succeeds } from './checks.ts'
import type { PartnerAccountsOptions } from './client-options.ts'
import { LOG_LEVELS } from '../runtime/log.ts'

// Calls are marked as pure, so that bundlers drop them from programs that import only an error class.

/** What the value must be, and a test for it. Empty if it is checked elsewhere. */
type Rule = readonly [what?: string, test?: (value: never) => boolean]

export type Rules = Readonly<Record<string, Rule>>

const isFunction = (value: unknown) => typeof value === 'function'
export const whole = (min: number): Rule => [
  `a whole number >= ${min}`,
  (value: number) => Number.isInteger(value) && value >= min,
]
const oneOf = (words: readonly string[]): Rule => [words.join(', '), (value) => words.includes(value)]
const ANY: Rule = []
const HEADERS: Rule = [
  'an object of headers',
  (value: Record<string, string>) =>
    isObject(value) && Object.values(value).every(isHeaderValue) && succeeds(() => new Headers(value)),
]
/** At most what timers support. */
const milliseconds: Rule = [
  'a number > 0 and <= 2147483647, or Infinity',
  (value: unknown) => typeof value === 'number' && value > 0 && (value <= 2_147_483_647 || value === Infinity),
]
const count = /* @__PURE__ */ whole(0)

const positive = /* @__PURE__ */ whole(1)

export const LIST_PARAMS: Rules = { page: positive, max_results: positive }
export const EVENT_LIST_PARAMS: Rules = { after: ['the id of an event', isText], max_results: positive }
export const FOLLOW_OPTIONS: Rules = { pauseMs: milliseconds }
export const TO_ARRAY_OPTIONS: Rules = { limit: count }
export const GET_PARAMS: Rules = { secret: ['a string in Latin-1', isHeaderValue] }

export const CALL_OPTIONS: Rules = {
  signal: ['an AbortSignal', (value: { aborted?: unknown } | null) => typeof value?.aborted === 'boolean'],
  timeoutMs: milliseconds,
  maxRetries: count,
  headers: HEADERS,
  priority: /* @__PURE__ */ oneOf(['normal', 'low']),
  idempotencyKey: ['1 to 255 characters in Latin-1', isIdempotencyKey],
}

export const DERIVED_OPTIONS: Rules = {
  timeoutMs: milliseconds,
  maxWaitMs: milliseconds,
  maxRetries: count,
  defaultHeaders: HEADERS,
  hooks: ANY,
  logger: ANY,
  logLevel: /* @__PURE__ */ oneOf(LOG_LEVELS),
}

const CLIENT_OPTIONS: Rules = {
  baseUrl: ANY,
  email: ANY,
  password: ANY,
  token: ANY,
  tokenStorage: ANY,
  dangerouslyAllowBrowser: ANY,
  mode: /* @__PURE__ */ oneOf(['live', 'test']),
  pacing: ANY,
  rateLimitStore: ANY,
  fetch: ['a function', isFunction],
}

/**
 * Also rejects unknown names, so that a misspelt option is not ignored.
 *
 * @throws UsageError that names the option, its value and what it must be
 */
export function checkOptions(what: string, options: object, rules: Rules): void {
  expect(isObject(options), `${what}: options must be an object, not ${show(options)}.`)
  for (const [name, value] of Object.entries(options)) {
    const [must, test] = rules[name] ?? []
    expect(name in rules, `${what}: unknown option ${name}. Known: ${Object.keys(rules).join(' ')}.`)
    const got = name === 'secret' ? '' : `, not ${show(value)}`
    expect(value === undefined || !test || test(value as never), `${name} must be ${must}${got}.`)
  }
}

/** @throws UsageError */
export function checkClientOptions(options: PartnerAccountsOptions): void {
  checkOptions('PartnerAccounts', options, { ...CLIENT_OPTIONS, ...DERIVED_OPTIONS })
  const { baseUrl, email, password, token, dangerouslyAllowBrowser } = options
  const isUrl = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(baseUrl) && succeeds(() => new URL(baseUrl))
  // Credentials and query may be secret.
  const got = show(baseUrl)?.replace(/\/\/.*@|[?#].*/g, '…')
  expect(isUrl, `baseUrl must be like https://api.example/partners/v1, not ${got}.`)
  const isComplete =
    token === undefined
      ? isText(email) && isText(password)
      : (isFunction(token) || isToken(token)) && (email ?? password) === undefined
  expect(isComplete, 'Give either email and password, or token.')
  // Test environments such as jsdom have `document`, too, but run in Node.
  const { document, process } = globalThis as { document?: object; process?: { versions?: object } }
  const isPrivate = token || dangerouslyAllowBrowser === true || !document || process?.versions
  expect(isPrivate, 'A password in a browser is public: see dangerouslyAllowBrowser.')
}
