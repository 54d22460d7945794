import { DomainError } from '@partner-accounts/core'
import { isObject } from '@partner-accounts/rules'
import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import * as z from 'zod'
import { parseBody } from '../parse-body.ts'

/**
 * Adds an explanation to an error about missing fields or credentials if the body is JSON but not an object. Returns any
 * other error unchanged.
 */
export function explainBody(error: unknown, body: unknown): unknown {
  const { cause } = getTRPCErrorFromUnknown(error)
  if (cause instanceof z.ZodError && !isObject(parseBody(body))) {
    const issues = cause.issues.flatMap((issue): z.core.$ZodIssue[] => [
      issue,
      { code: 'custom', path: issue.path, message: 'body_not_object' },
    ])
    return new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError(issues) })
  }
  if (cause instanceof DomainError && cause.kind === 'invalid-credentials' && !isObject(parseBody(body))) {
    return new DomainError(cause.kind, { hint: 'The request body is not a JSON object.' })
  }
  return error
}
