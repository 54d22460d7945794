import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { chooseLocale, LOCALES, RequestError, type RequestErrorKind, toErrorResponse } from '@partner-accounts/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMMON_HEADERS, setCommonHeaders } from './common-headers.ts'

/** The way out for everything that fails: one envelope (part 7), whatever threw. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfterSeconds, envelope } = toErrorResponse(
    isFrameworkRefusal(error) ? new RequestError('bad-request', { cause: error }) : error,
    chooseLocale(request.headers['accept-language']),
    request.id,
  )
  if (status >= 500) request.log.error({ err: error, reqId: request.id }, 'request failed')
  setCommonHeaders(request, reply)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="partners"')
  if (status === 413) reply.header('connection', 'close')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(envelope)
}

/** What Fastify itself finds wrong with a request. */
const isFrameworkRefusal = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500

const PROTOCOL_FAULTS: Record<string, RequestErrorKind> = {
  HPE_HEADER_OVERFLOW: 'header-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Answers what Node could not even read as HTTP: there is no request to reply to, only a socket. */
export function sendProtocolError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = randomUUID()
  const kind = PROTOCOL_FAULTS[error.code ?? ''] ?? 'bad-request'
  const { status, envelope } = toErrorResponse(new RequestError(kind), LOCALES[0], requestId)
  const body = JSON.stringify(envelope)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(COMMON_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
