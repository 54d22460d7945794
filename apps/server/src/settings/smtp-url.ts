import * as z from 'zod'
import { typingErrors } from '@partner-accounts/core'
import { urlWithCredentials } from './url-credentials.ts'

/**
 * Supported parameters. Nodemailer silently ignores misspelt ones, and would let further ones replace this service's
 * timeouts.
 */
const PARAMETERS = [
  'requireTLS',
  'ignoreTLS',
  'name',
  'authMethod',
  'tls.rejectUnauthorized',
  'tls.servername',
  'tls.minVersion',
]
const MAX_TYPING_ERRORS = 2

const FLAG = ['true', 'false']

/**
 * Permitted values. Nodemailer reads any other text of a flag as true. Another method or version would fail every mail.
 */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  requireTLS: FLAG,
  ignoreTLS: FLAG,
  'tls.rejectUnauthorized': FLAG,
  authMethod: ['PLAIN', 'LOGIN', 'CRAM-MD5'],
  'tls.minVersion': ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
}

export const smtpUrl = () =>
  urlWithCredentials().pipe(
    z.string().superRefine((text, context) => {
      for (const problem of findProblems(text)) context.addIssue(problem)
    }),
  )

function findProblems(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    return ['must be a URL that begins with smtp:// or smtps:// and names the server']
  }
  // Nodemailer ignores a path and a fragment, so `#requireTLS=true` would protect nothing.
  if (url.hash !== '' || !['', '/'].includes(url.pathname)) return ['must have no path and no #: parameters follow ?']
  if ((url.username === '') !== (url.password === '')) return ['must have a user and a password, or neither']
  const names = [...new Set(url.searchParams.keys())]
  return names.flatMap((name) => findParameterProblem(name, url.searchParams.getAll(name)) ?? [])
}

function findParameterProblem(name: string, values: readonly string[]): string | undefined {
  if (!PARAMETERS.includes(name)) return `has the unknown parameter ${name}: ${suggestionFor(name)}`
  if (values.length > 1) return `has the parameter ${name} twice`
  const [value = ''] = values
  const possible = VALUES[name]
  if (possible !== undefined) {
    return possible.includes(value) ? undefined : `must have ${possible.join(' or ')} as the parameter ${name}`
  }
  return value === '' ? `must have a value for the parameter ${name}` : undefined
}

function suggestionFor(name: string): string {
  const meant = PARAMETERS.find((parameter) => isNear(name.toLowerCase(), parameter.toLowerCase()))
  return meant === undefined ? `it can have ${PARAMETERS.join(', ')}` : `did you mean ${meant}?`
}

/** Shorter parameters, such as `name`, resemble too many others. */
const MIN_SUGGESTED_LENGTH = 5

const isNear = (one: string, other: string): boolean =>
  one === other || (other.length >= MIN_SUGGESTED_LENGTH && typingErrors(one, other).at(-1)! <= MAX_TYPING_ERRORS)
