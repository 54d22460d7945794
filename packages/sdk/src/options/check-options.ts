import { expect, isHeaderValue, isObject, isText, isToken, show } from './checks.ts'
import type { DerivedClientOptions, PartnerAccountsOptions } from './client-options.ts'
import { LOG_LEVELS } from './log.ts'

/** A test of a value, what the value must be, and whether messages must not repeat it. */
type Rule = readonly [test: (value: never) => boolean, what: string, isSecret?: boolean]

const MAX_TIMER_MS = 2 ** 31 - 1
const isFunction = (value: unknown) => typeof value === 'function'
const wholeNumber = (min: number): Rule => [
  (value: number) => Number.isInteger(value) && value >= min,
  `a whole number >= ${min}`,
]
const HEADERS: Rule = [
  (headers) =>
    isObject(headers) &&
    Object.entries(headers).every(([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && isHeaderValue(value)),
  'an object of valid headers',
  true,
]

/** By name, as the same option is the same everywhere. Options without a rule are checked below, or may be anything. */
const RULES: Readonly<Record<string, Rule>> = {
  timeoutMs: [
    (value: number) => typeof value === 'number' && value > 0 && (value <= MAX_TIMER_MS || value === Infinity),
    `a number > 0 and <= ${MAX_TIMER_MS}, or Infinity`,
  ],
  maxRetries: wholeNumber(0),
  page: wholeNumber(1),
  max_results: wholeNumber(1),
  limit: wholeNumber(0),
  headers: HEADERS,
  defaultHeaders: HEADERS,
  secret: [isHeaderValue, 'a string in Latin-1', true],
  idempotencyKey: [
    (value: unknown) => isHeaderValue(value) && value.trim() !== '' && value.length <= 255,
    '1 to 255 characters in Latin-1',
  ],
  signal: [(value: { addEventListener?: unknown } | null) => isFunction(value?.addEventListener), 'an AbortSignal'],
  priority: [(value: unknown) => value === 'normal' || value === 'low', 'normal or low'],
  fetch: [isFunction, 'a function'],
  logLevel: [(value) => LOG_LEVELS.includes(value), `one of ${LOG_LEVELS.join(', ')}`],
}

const DERIVED_OPTIONS = 'timeoutMs maxRetries defaultHeaders hooks logger logLevel'
const CLIENT_OPTIONS = `baseUrl email password token tokenStorage dangerouslyAllowBrowser pacing rateLimitStore fetch ${DERIVED_OPTIONS}`

/**
 * Checks an object of options. Unknown names are rejected, too: a misplaced or misspelt option must not be ignored.
 *
 * @param known names, separated by spaces
 * @throws UsageError that names the option, its value and what it must be
 */
export function checkOptions(what: string, options: object, known: string): void {
  expect(isObject(options), `${what}: options must be an object, not ${show(options)}.`)
  for (const [name, value] of Object.entries(options)) {
    expect(known.split(' ').includes(name), `${what}: unknown option ${name}. Known: ${known}.`)
    const [test, must, isSecret] = RULES[name] ?? [() => true, '']
    const got = isSecret ? '' : `, not ${show(value)}`
    expect(value === undefined || test(value as never), `${name} must be ${must}${got}.`)
  }
}

/** @throws UsageError */
export function checkClientOptions(options: PartnerAccountsOptions): void {
  checkOptions('PartnerAccounts', options, CLIENT_OPTIONS)
  const { baseUrl, email, password, token } = options
  // Credentials and the query may be secret.
  const got = show(baseUrl)?.replace(/\/\/.*@|[?#].*/g, '…')
  expect(isBaseUrl(baseUrl), `baseUrl must be like https://api.example/partners/v1, not ${got}.`)
  const isSignIn = token === undefined && isText(email) && isText(password)
  const isOwnToken = (isFunction(token) || isToken(token)) && email === undefined && password === undefined
  expect(isSignIn || isOwnToken, 'Give either email and password, or token.')
  expect(
    !isSignIn || options.dangerouslyAllowBrowser === true || !isBrowser(),
    'A password in a page is public: set dangerouslyAllowBrowser, or use a server.',
  )
}

/** @throws UsageError */
export const checkDerivedOptions = (options: DerivedClientOptions): void =>
  checkOptions('withOptions', options, DERIVED_OPTIONS)

/** @throws UsageError */
export const checkCallOptions = (options: object): void =>
  checkOptions('call', options, 'signal timeoutMs maxRetries headers priority idempotencyKey')

/** A page in a browser. Test environments such as jsdom have a document, too, but run in Node. */
const isBrowser = () =>
  'document' in globalThis && !(globalThis as { process?: { versions?: object } }).process?.versions

function isBaseUrl(text: string): boolean {
  try {
    const { protocol, username, password, search, hash } = new URL(text)
    return /^https?:$/.test(protocol) && username + password + search + hash === ''
  } catch {
    return false
  }
}
