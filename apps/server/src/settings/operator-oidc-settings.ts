import { OPERATOR_ROLES, type OperatorRole } from '@partner-accounts/core'
import * as z from 'zod'
import type { Environment } from './environment.ts'
import { choice, flag, url } from './setting-types.ts'

export type OperatorOidcSettings = NonNullable<ReturnType<typeof operatorOidcSettings>>

const CLIENT = ['OPERATOR_OIDC_ISSUER', 'OPERATOR_OIDC_CLIENT_ID', 'OPERATOR_OIDC_CLIENT_SECRET'] as const
const ALLOWED = ['OPERATOR_OIDC_ALLOWED_EMAILS', 'OPERATOR_OIDC_ALLOWED_GROUPS'] as const

/** Parses `who:role[,who:role]`. Groups may contain colons: the last counts. */
const rolesOf = (who: RegExp, name: string) =>
  z.string().transform((text, context): ReadonlyMap<string, OperatorRole> => {
    const roles = new Map<string, OperatorRole>()
    for (const entry of text.split(',')) {
      const [, key = '', given] = /^(.+):(\w+)$/.exec(entry.trim()) ?? []
      const role = OPERATOR_ROLES.find((role) => role === given)
      if (!role || !who.test(key)) {
        context.addIssue(`must be ${name}:role[,${name}:role] with the role viewer, support or admin`)
        break
      }
      roles.set(key, role)
    }
    return roles
  })

const EMAIL_OR_DOMAIN = /^[\x21-\x7e]*@[a-z0-9.-]+$/i

export const OPERATOR_OIDC_VARIABLES = {
  OPERATOR_OIDC_ISSUER: url('http', 'https').optional(),
  OPERATOR_OIDC_CLIENT_ID: z.string().optional(),
  OPERATOR_OIDC_CLIENT_SECRET: z.string().optional(),
  OPERATOR_OIDC_CLIENT_AUTHENTICATION: choice('basic', 'post').default('basic'),
  OPERATOR_OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must contain openid')
    .default('openid email profile'),
  OPERATOR_OIDC_ALLOWED_EMAILS: rolesOf(EMAIL_OR_DOMAIN, 'e-mail').optional(),
  OPERATOR_OIDC_ALLOWED_GROUPS: rolesOf(/\S/, 'group').optional(),
  OPERATOR_OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OPERATOR_OIDC_SIGN_OUT: flag(),
}

type Variables = z.output<z.ZodObject<typeof OPERATOR_OIDC_VARIABLES>>

export function findOperatorOidcProblems(given: Environment, production: boolean): string[] {
  const set = [...CLIENT, ...ALLOWED].filter((name) => given[name] !== undefined)
  const missing = set.length === 0 ? [] : CLIENT.filter((name) => given[name] === undefined)
  return [
    ...missing.map((name) => `${name} must be set together with ${set.join(', ')}`),
    ...(production && isReadable(given['OPERATOR_OIDC_ISSUER'])
      ? ['OPERATOR_OIDC_ISSUER must begin with https:// in production: anyone on the way could sign in as an operator']
      : []),
  ]
}

/** Others can read and change connections beyond the loopback interface. */
export const isReadable = (address: string | undefined): boolean =>
  address !== undefined && /^http:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i.test(address)

export function operatorOidcSettings({
  OPERATOR_OIDC_ISSUER: issuer,
  OPERATOR_OIDC_CLIENT_ID: clientId,
  OPERATOR_OIDC_CLIENT_SECRET: clientSecret,
  ...variables
}: Variables) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const emails = [...(variables.OPERATOR_OIDC_ALLOWED_EMAILS ?? [])]
  return {
    issuer,
    clientId,
    clientSecret,
    clientAuthentication: variables.OPERATOR_OIDC_CLIENT_AUTHENTICATION,
    scope: variables.OPERATOR_OIDC_SCOPE,
    /** By e-mail or `@domain`, in lower case. */
    emails: new Map(emails.map(([email, role]) => [email.toLowerCase(), role])),
    groups: variables.OPERATOR_OIDC_ALLOWED_GROUPS ?? new Map<string, OperatorRole>(),
    groupsClaim: variables.OPERATOR_OIDC_GROUPS_CLAIM,
    /** Signs out of the provider, too. */
    signsOut: variables.OPERATOR_OIDC_SIGN_OUT,
  }
}
