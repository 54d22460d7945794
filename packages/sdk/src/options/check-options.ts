import { expect, isHeaderValue, isObject, isText, isToken, show, succeeds } from './checks.ts'
import type { PartnerAccountsOptions } from './client-options.ts'
import { LOG_LEVELS } from './log.ts'

/** What a value must be, and the test for it. */
type Rule = readonly [what: string, test: (value: never) => boolean]

const MAX_TIMER_MS = 2 ** 31 - 1
const isFunction = (value: unknown) => typeof value === 'function'
const isWhole = (value: number, min: number) => Number.isInteger(value) && value >= min
const POSITIVE: Rule = ['a whole number >= 1', (value: number) => isWhole(value, 1)]
const NOT_NEGATIVE: Rule = ['a whole number >= 0', (value: number) => isWhole(value, 0)]
const HEADERS: Rule = [
  'an object of headers',
  (value: Record<string, string>) =>
    isObject(value) && Object.values(value).every(isHeaderValue) && succeeds(() => new Headers(value)),
]

/** By name, as the same option is the same everywhere. Options without a rule are checked below, or not at all. */
const RULES: Readonly<Record<string, Rule>> = {
  timeoutMs: [
    `a number > 0 and <= ${MAX_TIMER_MS}, or Infinity`,
    (value: number) => typeof value === 'number' && value > 0 && (value <= MAX_TIMER_MS || value === Infinity),
  ],
  maxRetries: NOT_NEGATIVE,
  page: POSITIVE,
  max_results: POSITIVE,
  limit: NOT_NEGATIVE,
  headers: HEADERS,
  defaultHeaders: HEADERS,
  secret: ['a string in Latin-1', isHeaderValue],
  idempotencyKey: [
    '1 to 255 characters in Latin-1',
    (value: unknown) => isHeaderValue(value) && value.trim() !== '' && value.length <= 255,
  ],
  signal: ['an AbortSignal', (value: { aborted?: unknown } | null) => typeof value?.aborted === 'boolean'],
  priority: ['normal or low', (value: unknown) => value === 'normal' || value === 'low'],
  fetch: ['a function', isFunction],
  logLevel: [LOG_LEVELS.join(', '), (value) => LOG_LEVELS.includes(value)],
}

export const CALL_OPTIONS = 'signal timeoutMs maxRetries headers priority idempotencyKey'
export const DERIVED_OPTIONS = 'timeoutMs maxRetries defaultHeaders hooks logger logLevel'
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
    const [must, test] = RULES[name] ?? []
    // Only numbers and short words are shown: other values may contain a secret.
    const got = name === 'secret' ? '' : `, not ${show(value)}`
    expect(value === undefined || !test || test(value as never), `${name} must be ${must}${got}.`)
  }
}

/** @throws UsageError */
export function checkClientOptions(options: PartnerAccountsOptions): void {
  checkOptions('PartnerAccounts', options, CLIENT_OPTIONS)
  const { baseUrl, email, password, token, dangerouslyAllowBrowser } = options
  const isUrl = succeeds(() => {
    const { protocol, username, password, search, hash } = new URL(baseUrl)
    return /^https?:$/.test(protocol) && username + password + search + hash === ''
  })
  // Credentials and the query may be secret.
  const got = show(baseUrl)?.replace(/\/\/.*@|[?#].*/g, '…')
  expect(isUrl, `baseUrl must be like https://api.example/partners/v1, not ${got}.`)
  const isSignIn = token === undefined && isText(email) && isText(password)
  const isOwnToken = (isFunction(token) || isToken(token)) && email === undefined && password === undefined
  expect(isSignIn || isOwnToken, 'Give either email and password, or token.')
  expect(
    !isSignIn || dangerouslyAllowBrowser === true || !isBrowser(),
    'A password in a page is public: use a server, or set dangerouslyAllowBrowser.',
  )
}

/** A page in a browser. Test environments such as jsdom have a document, too, but run in Node. */
const isBrowser = () =>
  'document' in globalThis && !(globalThis as { process?: { versions?: object } }).process?.versions
