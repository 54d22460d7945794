import { DomainError } from '@partner-accounts/core'
import type { ErrorRow, Locale, Words } from '@partner-accounts/rules'
import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import * as z from 'zod'
import { FIELD_FAULTS, isFieldFault } from '../wire/field-faults.ts'
import { ERROR_CATALOG, type ErrorKind, FIELD_ERRORS, type FieldErrorKind } from './catalog.ts'
import { RequestError, type RequestErrorKind } from './request-error.ts'

/** Messages by the dotted name of the faulty field. */
export type FieldMessages = Record<string, string[]>

/** ErroRespostaModel (2.9, part 7). */
export interface ErrorEnvelope {
  _status: 'ERR'
  _code?: number
  _error: { code: number; message: string | FieldMessages; ui_message?: string }
}

export interface ErrorResponse {
  status: number
  /** Whole seconds after which the same may succeed, where that is known. */
  retryAfterSeconds: number | undefined
  envelope: ErrorEnvelope
}

const FIELDS_STATUS = 422
/** Long enough for a database to come back, short enough to be worth waiting. */
const UNAVAILABLE_FOR_SECONDS = 5
/** Where a native caller's input is no object at all. */
const WHOLE_INPUT = 'input'

/**
 * What any failure looks like from outside. Everything that is not foreseen becomes a 500 that tells nothing
 * but the id under which the log has the rest.
 *
 * @param error anything thrown by the domain, tRPC, zod or the HTTP edge
 * @param requestId named in the message of a 5xx
 */
export function toErrorResponse(error: unknown, locale: Locale, requestId: string): ErrorResponse {
  // tRPC wraps what its procedures throw, so everything is looked at as wrapped.
  const { code, cause } = getTRPCErrorFromUnknown(error)
  // A schema of ours that fails on an answer is our fault, not the caller's: that one is no BAD_REQUEST.
  if (code === 'BAD_REQUEST' && cause instanceof z.ZodError) return fieldsResponse(toFieldMessages(cause, locale))
  const kind = kindOf(code, cause)
  if (isFieldError(kind)) {
    const { field, fault } = FIELD_ERRORS[kind]
    return fieldsResponse({ [field]: [FIELD_FAULTS[fault][locale]] })
  }
  return rowResponse(ERROR_CATALOG[kind], retryAfterOf(cause), locale, requestId)
}

function rowResponse(
  { status, code, message, uiMessage }: ErrorRow,
  retryAfterSeconds: number | undefined,
  locale: Locale,
  requestId: string,
): ErrorResponse {
  const traced = status >= 500 ? `${message} Request id: ${requestId}.` : message
  const envelope: ErrorEnvelope = {
    _status: 'ERR',
    _code: code,
    _error: { code: status, message: traced, ui_message: uiMessage[locale] },
  }
  const unavailableFor = status === 503 ? UNAVAILABLE_FOR_SECONDS : undefined
  return { status, retryAfterSeconds: retryAfterSeconds ?? unavailableFor, envelope }
}

/** Invalid fields: no `_code` and no `ui_message` (part 7). */
const fieldsResponse = (message: FieldMessages): ErrorResponse => ({
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

/** Rules report their messages in `params.words`; other schemas use a key of `FIELD_FAULTS` as message. */
function fieldMessage(issue: z.core.$ZodIssue, locale: Locale): string {
  const words = issue.code === 'custom' ? (issue.params?.['words'] as Words | undefined) : undefined
  if (words) return words[locale]
  return isFieldFault(issue.message) ? FIELD_FAULTS[issue.message][locale] : issue.message
}

const retryAfterOf = (cause: unknown): number | undefined =>
  cause instanceof DomainError || cause instanceof RequestError ? cause.retryAfterSeconds : undefined

const kindOf = (code: TRPCError['code'], cause: unknown): ErrorKind | FieldErrorKind =>
  cause instanceof DomainError || cause instanceof RequestError ? cause.kind : (NATIVE_KINDS[code] ?? 'internal')

const isFieldError = (kind: ErrorKind | FieldErrorKind): kind is FieldErrorKind => Object.hasOwn(FIELD_ERRORS, kind)

/** Refusals by tRPC itself, met by native callers only. */
const NATIVE_KINDS: Partial<Record<TRPCError['code'], RequestErrorKind>> = {
  BAD_REQUEST: 'bad-request',
  PARSE_ERROR: 'bad-request',
  NOT_FOUND: 'route-not-found',
  METHOD_NOT_SUPPORTED: 'method-not-allowed',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported-media-type',
  PAYLOAD_TOO_LARGE: 'body-too-large',
}
