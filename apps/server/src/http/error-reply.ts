import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  chooseLocale,
  ERROR_CATALOG,
  type ErrorResponse,
  LOCALES,
  RequestError,
  REST_BASE_PATH,
  type RequestErrorKind,
  toErrorResponse,
} from '@partner-accounts/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMMON_HEADERS, setCommonHeaders } from './common-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    referenceUrl: string
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, envelope } = prepareErrorReply(error, request, reply)
  return reply.code(status).send(envelope)
}

/** Logs the error, and sets the headers of its response, but neither the status nor the body. */
export function prepareErrorReply(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorResponse {
  const locale = chooseLocale(request.headers['accept-language'])
  const response = toErrorResponse(toRequestError(error), locale, request.id)
  const { status, retryAfterSeconds, envelope } = response
  request.server.failureLog.write(error, response, request)
  request.errorCode = envelope._code
  const { message } = envelope._error
  if (typeof message === 'object') request.errorFields = Object.keys(message)
  setCommonHeaders(request, reply)
  reply.header('content-language', locale)
  if (request.url.startsWith(REST_BASE_PATH))
    reply.header('link', helpLink(request.server.referenceUrl, envelope._code))
  if (status === 401) reply.header('www-authenticate', challenge(envelope._code, request.headers.authorization))
  if (STATUSES_WITH_UNREAD_BODY.has(status)) reply.header('connection', 'close')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return response
}

const helpLink = (referenceUrl: string, code: number | undefined): string =>
  `<${referenceUrl}#error-${code ?? 'invalid-fields'}>; rel="help"`

/** The challenge of a 401 (RFC 6750), with an error only if a token was sent. */
const challenge = (code: number | undefined, authorization: string | undefined): string =>
  code === ERROR_CATALOG.unauthenticated.code && /^Bearer +\S/i.test(authorization ?? '')
    ? 'Bearer realm="partners", error="invalid_token"'
    : 'Bearer realm="partners"'

/** The rest of the body is not read after these errors, so the connection cannot be reused. */
const STATUSES_WITH_UNREAD_BODY = new Set([413, 415])

const FRAMEWORK_ERRORS: Record<string, RequestErrorKind> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
}

/** Converts Fastify's rejections, and returns any other error unchanged. */
function toRequestError(error: unknown): unknown {
  if (!(error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)) return error
  const code = 'code' in error ? String(error.code) : ''
  return new RequestError(FRAMEWORK_ERRORS[code] ?? 'bad-request', { cause: error })
}

const PROTOCOL_ERRORS: Record<string, RequestErrorKind> = {
  HPE_HEADER_OVERFLOW: 'header-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/**
 * Writes an error response for a request that never reaches Fastify, such as invalid HTTP. Sends no response if the client
 * has sent nothing.
 */
export function sendProtocolError(error: Error & { code?: string }, socket: Duplex, referenceUrl: string): void {
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && 'bytesRead' in socket && socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) return void socket.destroy()
  const requestId = randomUUID()
  const kind = PROTOCOL_ERRORS[error.code ?? ''] ?? 'bad-request'
  const { status, envelope } = toErrorResponse(new RequestError(kind), LOCALES[0], requestId)
  const body = JSON.stringify(envelope)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Language: ${LOCALES[0]}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      `Link: ${helpLink(referenceUrl, envelope._code)}`,
      ...Object.entries(COMMON_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
