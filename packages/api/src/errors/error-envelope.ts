import { type DomainError, type PartnerMode, RejectionError, type RejectionOptions } from '@partner-accounts/core'
import type { ErrorRow, Locale, LocalizedText } from '@partner-accounts/rules'
import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import * as z from 'zod'
import { FIELD_ERRORS, isFieldError, tooManyItems } from '../wire/field-errors.ts'
import {
  ERROR_CATALOG,
  type ErrorKind,
  type ErrorName,
  FIELD_ERROR_ROWS,
  WEBHOOK_URL_ERRORS,
  type FieldErrorKind,
  type FieldMessages,
} from './catalog.ts'
import type { RequestError, RequestErrorKind } from './request-error.ts'

export interface ErrorEnvelope {
  _status: 'ERR'
  _code?: number
  _error: { code: number; message: string | FieldMessages; ui_message?: string }
}

export interface ErrorResponse {
  name: ErrorName
  status: number
  /** Seconds until a retry may succeed, if known. */
  retryAfterSeconds: number | undefined
  envelope: ErrorEnvelope
}

const FIELDS_STATUS = 422
/** The time after which the database is usually available again. */
const UNAVAILABLE_RETRY_SECONDS = 5
/** Field name in errors about a native input that is not an object. */
const WHOLE_INPUT = 'input'

/**
 * Converts any error. Unexpected errors become a 500 that reveals only the request id.
 * @param requestId added to the message of a 5xx
 */
export function toErrorResponse(error: unknown, locale: Locale, requestId: string): ErrorResponse {
  // tRPC wraps what procedures throw.
  const { code, cause } = getTRPCErrorFromUnknown(error)
  // A `ZodError` with another code is about an output that does not match its schema, so it is internal.
  if (code === 'BAD_REQUEST' && cause instanceof z.ZodError) {
    return fieldsResponse('invalid-fields', toFieldMessages(cause, locale))
  }
  const rejection = cause instanceof RejectionError ? (cause as DomainError | RequestError) : undefined
  const kind = rejection?.kind ?? NATIVE_KINDS[code] ?? 'internal'
  if (isFieldErrorKind(kind)) {
    const row = FIELD_ERROR_ROWS[kind]
    const urlError = rejection?.urlError
    const fieldError = urlError === undefined ? row.error : WEBHOOK_URL_ERRORS[urlError]
    return fieldsResponse(kind, { [row.field]: [FIELD_ERRORS[fieldError][locale]] })
  }
  return rowResponse(kind, rejection, locale, requestId)
}

/** Hints for a request in the wrong mode. `mode` is that of the rejected token, or of the account. */
const MODE_HINTS: Partial<Record<ErrorKind, (mode: PartnerMode) => string>> = {
  forbidden: (mode) => `The token belongs to ${mode} mode, but the header X-Mode expects another.`,
  'account-not-found': (mode) =>
    `Your ${mode} partner has an account with this identifier: send a token of ${mode} mode.`,
}

function rowResponse(
  name: ErrorKind,
  rejection: RejectionOptions | undefined,
  locale: Locale,
  requestId: string,
): ErrorResponse {
  const { status, code, message, uiMessage }: ErrorRow = ERROR_CATALOG[name]
  const sentences = [message]
  const hint = hintFor(name, rejection)
  if (hint !== undefined) sentences.push(hint)
  if (status >= 500) sentences.push(`Request id: ${requestId}.`)
  const envelope: ErrorEnvelope = {
    _status: 'ERR',
    _code: code,
    _error: { code: status, message: sentences.join(' '), ui_message: uiMessage[locale] },
  }
  const defaultSeconds = status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined
  return { name, status, retryAfterSeconds: rejection?.retryAfterSeconds ?? defaultSeconds, envelope }
}

function hintFor(name: ErrorKind, rejection: RejectionOptions | undefined): string | undefined {
  if (rejection?.hint !== undefined) return rejection.hint
  if (rejection?.mode === undefined) return undefined
  return MODE_HINTS[name]?.(rejection.mode)
}

/** Returns an error without `_code` and `ui_message`, as part 7 specifies for fields. */
const fieldsResponse = (name: ErrorName, message: FieldMessages): ErrorResponse => ({
  name,
  status: FIELDS_STATUS,
  retryAfterSeconds: undefined,
  envelope: { _status: 'ERR', _error: { code: FIELDS_STATUS, message } },
})

function toFieldMessages({ issues }: z.ZodError, locale: Locale): FieldMessages {
  const messages = new Map<string, string[]>()
  for (const issue of issues) {
    const field = issue.path.join('.') || WHOLE_INPUT
    messages.set(field, [...(messages.get(field) ?? []), fieldMessage(issue, locale)])
  }
  return Object.fromEntries(messages)
}

/**
 * Returns the message of an issue. Checks of rules put localized messages in `params.messages`. Other schemas pass a key
 * of `FIELD_ERRORS` as the message.
 */
function fieldMessage(issue: z.core.$ZodIssue, locale: Locale): string {
  const messages = issue.code === 'custom' ? (issue.params?.['messages'] as LocalizedText | undefined) : undefined
  if (messages) return messages[locale]
  if (issue.code === 'too_big' && issue.origin === 'array') return tooManyItems(issue.maximum)[locale]
  if (isFieldError(issue.message)) return FIELD_ERRORS[issue.message][locale]
  // Zod's own message, which names types, exists in English only.
  return locale === 'en' ? issue.message : FIELD_ERRORS.invalid[locale]
}

const isFieldErrorKind = (kind: ErrorKind | FieldErrorKind): kind is FieldErrorKind =>
  Object.hasOwn(FIELD_ERROR_ROWS, kind)

/** The errors for tRPC's own rejections, by tRPC's code. */
const NATIVE_KINDS: Partial<Record<TRPCError['code'], RequestErrorKind>> = {
  BAD_REQUEST: 'bad-request',
  PARSE_ERROR: 'bad-request',
  NOT_FOUND: 'route-not-found',
  METHOD_NOT_SUPPORTED: 'method-not-allowed',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported-media-type',
}
