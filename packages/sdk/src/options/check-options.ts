import {
  BARE_WORD,
  expect,
  isBareWord,
  isHeaderValue,
  isIdempotencyKey,
  isObject,
  isText,
  isWrapped,
  show,
  succeeds,
} from './checks.ts'
import type { PartnerAccountsOptions, TokenStorage } from './client-options.ts'
import type { RateLimitStore } from './rate-limit-store.ts'
import { isBrowser } from '../runtime/is-browser.ts'
import { LOG_LEVELS } from '../runtime/log.ts'

// Calls are marked as pure, so that bundlers drop them from programs that import only an error class.

/** What the value must be, and a test for it. Empty for an option that is checked elsewhere, or not at all. */
type Rule = readonly [what?: string, test?: (value: never) => boolean]

export type Rules = Readonly<Record<string, Rule>>

const isFunction = (value: unknown) => typeof value === 'function'
const isSignal = (value: Partial<AbortSignal> | null) =>
  typeof value?.aborted === 'boolean' && isFunction(value.addEventListener)
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
/** Limited to the longest delay that timers support. */
const milliseconds: Rule = [
  'a number > 0 and <= 2147483647, or Infinity',
  (value: unknown) => typeof value === 'number' && value > 0 && (value <= 2_147_483_647 || value === Infinity),
]
const count = /* @__PURE__ */ whole(0)
const positive = /* @__PURE__ */ whole(1)

const SECRET_OPTIONS = ['secret', 'password', 'token']
/** Options that accept `null` as well as `undefined`. */
const NULLABLE = ['account_id', 'after', 'page', 'secret', 'signal', 'types']

export const LIST_PARAMS: Rules = { page: positive, max_results: positive }
export const EVENT_LIST_PARAMS: Rules = {
  after: ['an id', isText],
  types: ['a list', (value: unknown) => Array.isArray(value)],
  account_id: ['an id', isText],
  max_results: positive,
}
export const FOLLOW_OPTIONS: Rules = { pauseMs: milliseconds }
export const TO_ARRAY_OPTIONS: Rules = { limit: count }
export const GET_PARAMS: Rules = { secret: ['a string in Latin-1', isHeaderValue] }

export const CALL_OPTIONS: Rules = {
  signal: ['an AbortSignal', isSignal],
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

const FUNCTION: Rule = ['a function', isFunction]
const HOOKS: Rules = {
  beforeRequest: FUNCTION,
  afterResponse: FUNCTION,
  onRequestError: FUNCTION,
  onRetry: FUNCTION,
  onWait: FUNCTION,
}

const CLIENT_OPTIONS: Rules = {
  baseUrl: ANY,
  email: [BARE_WORD, isBareWord],
  // Spaces at either end may be a part of the password. Line breaks and quotes were probably copied from a file or a
  // variable, and sign-ins with a wrong password would lock the user out.
  password: ['without line breaks or quotes around it', (password) => !isWrapped(password)],
  token: [BARE_WORD, (token) => isFunction(token) || isBareWord(token)],
  tokenStorage: [
    'an object with load, save',
    (storage: Partial<TokenStorage> | null) => isFunction(storage?.load) && isFunction(storage?.save),
  ],
  dangerouslyAllowBrowser: ANY,
  mode: /* @__PURE__ */ oneOf(['live', 'test']),
  pacing: ANY,
  rateLimitStore: ['an object with take', (store: Partial<RateLimitStore> | null) => isFunction(store?.take)],
  fetch: FUNCTION,
}

/**
 * Checks options by their rules. Rejects unknown names, so that a misspelt option is not ignored.
 *
 * @throws UsageError that names the option, its value and what it must be
 */
export function checkOptions(what: string, options: object, rules: Rules): void {
  expect(isObject(options), `${what}: options must be an object, not ${show(options)}.`)
  for (const [name, value] of Object.entries(options)) {
    expect(name in rules, `${what}: unknown option ${name}. Known: ${Object.keys(rules).join(' ')}.`)
    const [must, test] = rules[name]!
    const got = SECRET_OPTIONS.includes(name) ? '' : `, not ${show(value)}`
    if (value === null && NULLABLE.includes(name)) continue
    if (name === 'hooks' && value !== undefined) checkOptions(name, value as object, HOOKS)
    expect(value === undefined || !test || test(value as never), `${name} must be ${must}${got}.`)
  }
}

/** @throws UsageError */
export function checkClientOptions(options: PartnerAccountsOptions): void {
  checkOptions('PartnerAccounts', options, { ...CLIENT_OPTIONS, ...DERIVED_OPTIONS })
  const { baseUrl, email, password, token, tokenStorage, dangerouslyAllowBrowser } = options
  const isUrl = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(baseUrl) && succeeds(() => new URL(baseUrl))
  // Hides the URL's credentials and query, which may be secret.
  const got = show(baseUrl)?.replace(/\/\/.*@|[?#].*/g, '…')
  expect(isUrl, `baseUrl must be like https://api.example/partners/v1, not ${got}.`)
  const isComplete = token ? (email ?? password) === undefined : isText(email) && isText(password)
  expect(isComplete, 'Give email and password, or token.')
  // The keys of a storage contain the e-mail, so tokens of several partners would have the same key.
  expect(!token || !tokenStorage, 'tokenStorage requires email and password.')
  const isPrivate = token || dangerouslyAllowBrowser === true || !isBrowser()
  expect(isPrivate, 'Browsers reveal passwords: see dangerouslyAllowBrowser.')
}
