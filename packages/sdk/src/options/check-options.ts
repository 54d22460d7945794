import { expect, expectKeys, expectWholeNumber, isHeaderValue, isObject, isText, isToken } from './checks.ts'
import type { CallOptions, PartnerAccountsOptions } from './client-options.ts'
import { LOG_LEVELS } from './log.ts'

/** The longest that a timer can run. */
const LONGEST_MS = 2 ** 31 - 1

/** @throws UsageError */
export function checkClientOptions(options: PartnerAccountsOptions): void {
  expect(isObject(options), 'options must be an object.')
  const { baseUrl, email, password, token, fetch = globalThis.fetch, logLevel, defaultHeaders = {} } = options
  // What is wrong is not repeated: it may hold a password.
  expect(isBaseUrl(baseUrl), 'baseUrl must be like https://api.example/partners/v1, without credentials and query.')
  const isSignIn = token === undefined && isText(email) && isText(password)
  const isOwnToken = (typeof token === 'function' || isToken(token)) && email === undefined && password === undefined
  expect(isSignIn || isOwnToken, 'Give either email and password, or token: a token or a function that returns one.')
  expect(typeof fetch === 'function', 'fetch must be a function.')
  expect(logLevel === undefined || LOG_LEVELS.includes(logLevel), `logLevel must be one of ${String(LOG_LEVELS)}.`)
  expect(Object.values(defaultHeaders).every(isHeaderValue), 'defaultHeaders must be header values.')
  checkLimits(options)
}

/** @throws UsageError */
export function checkCallOptions(options: CallOptions): void {
  expectKeys('options', options, ['signal', 'timeoutMs', 'maxRetries', 'idempotencyKey'])
  const { signal, idempotencyKey: key } = options
  expect(signal === undefined || typeof signal?.addEventListener === 'function', 'signal must be an AbortSignal.')
  const isKey = key === undefined || (isHeaderValue(key) && key.trim() !== '' && key.length <= 255)
  expect(isKey, 'idempotencyKey must be a header value of 1 to 255 characters.')
  checkLimits(options)
}

function checkLimits({ timeoutMs, maxRetries }: Pick<CallOptions, 'timeoutMs' | 'maxRetries'>): void {
  const isTime = timeoutMs === undefined || timeoutMs === Infinity || (timeoutMs > 0 && timeoutMs <= LONGEST_MS)
  expect(isTime, `timeoutMs must be > 0 and <= ${LONGEST_MS}, or Infinity.`)
  expectWholeNumber('maxRetries', maxRetries, 0)
}

function isBaseUrl(text: string): boolean {
  try {
    const { protocol, username, password, search, hash } = new URL(text)
    return /^https?:$/.test(protocol) && username + password + search + hash === ''
  } catch {
    return false
  }
}
