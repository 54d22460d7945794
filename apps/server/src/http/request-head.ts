import { PROCEDURE_NAMES, RequestError } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'

/** Twice what browsers behind several proxies send. Node silently drops headers beyond 2,000. */
const MAX_HEADERS = 100

/** Rejects only characters that end a URL's host. Load generators send hosts such as `undefined:undefined`. */
const VALID_HOST = /^[^\s@/?#\\]*$/
/** Matches the origin form, `*`, and the absolute form without a user (RFC 9110, 4.2.4). */
const VALID_TARGET = /^(?:\/|\*$|https?:\/\/[^\s@/?#\\]*(?:[/?#]|$))/i

/** `rawHeaders` alternates between names and values, so names have even indexes. */
const isHostName = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host'

export function findHeadError({ raw, originalUrl }: FastifyRequest): RequestError | undefined {
  const { host } = raw.headers
  if (raw.rawHeaders.length / 2 > MAX_HEADERS) return new RequestError('header-too-large')
  if (raw.rawHeaders.filter(isHostName).length > 1) return new RequestError('bad-request')
  // HTTP/1.1 requires exactly one `Host` header (RFC 9112, 3.2).
  const isHostValid = host === undefined ? raw.httpVersion !== '1.1' : VALID_HOST.test(host)
  return isHostValid && VALID_TARGET.test(originalUrl) ? undefined : new RequestError('bad-request')
}

/** Matches the scheme and host of an absolute-form target (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Returns the target in origin form. Escapes the percent signs of a path with an invalid encoding (`%ZZ`), which the
 * router would reject before the rate limit counts the request.
 */
export function normalizeTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const relative = target.replace(ORIGIN, '')
  const hasPath = relative !== '' && !relative.startsWith('?')
  const originForm = hasPath ? relative : `/${relative}`
  const [path = '', ...query] = originForm.split('?')
  const escaped = isDecodable(path) ? path : path.replaceAll('%', '%25')
  return [escaped, ...query].join('?')
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path of the specification, such as `/partner-accounts/{account_id}`. */
    route?: string
    /** The procedure of a REST operation. */
    procedure?: string
    /** The parameter of a native route, which names the procedures. */
    proceduresIn?: string
  }
}

/**
 * Returns the pattern of the request's route, not its path, which may contain a CPF. The route of a native call ends with
 * its procedure, with `batch` or with `unknown`.
 */
export function routeOf(request: FastifyRequest): string {
  const { url = 'unknown', config } = request.routeOptions
  if (config.proceduresIn === undefined) return url
  return url.replace(`:${config.proceduresIn}`, nameOfCall(proceduresOf(request)))
}

/** Returns the names of the called procedures, or none if one of them does not exist. */
export function proceduresOf({ routeOptions: { config }, params }: FastifyRequest): readonly string[] {
  if (config.procedure !== undefined) return [config.procedure]
  if (config.proceduresIn === undefined) return []
  const path = (params as Record<string, string | undefined>)[config.proceduresIn] ?? ''
  const names = path.split(',')
  return names.every((name) => PROCEDURE_NAMES.has(name)) ? names : []
}

function nameOfCall(procedures: readonly string[]): string {
  const [first = 'unknown', ...others] = procedures
  return others.length === 0 ? first : 'batch'
}
