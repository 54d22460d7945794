import * as z from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'

export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof z.ZodError) {
    const message: Record<string, string[]> = {}
    for (const issue of error.issues) (message[issue.path.join('.')] ??= []).push(issue.message)
    return reply.code(422).send({ _status: 'ERR', _error: { code: 422, message } })
  }
  const { statusCode, code, message } = toHttpError(error)
  if (statusCode >= 500) request.log.error(error)
  return reply
    .code(statusCode)
    .send({ _status: 'ERR', _code: code, _error: { code: statusCode, message, ui_message: message } })
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 400) return new HttpError(422, 1405, 'The request body is not valid JSON.')
  return new HttpError(status, status, status < 500 ? (error as Error).message : 'An internal error occurred.')
}
