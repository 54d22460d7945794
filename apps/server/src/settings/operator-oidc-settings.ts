import { OPERATOR_ROLES, type OperatorRole } from '@partner-accounts/core'
import * as z from 'zod'
import type { Environment } from './environment.ts'
import { choice, flag, url } from './setting-types.ts'
import { from, type ValuesOf } from './variables.ts'

export type OperatorOidcSettings = NonNullable<ReturnType<typeof operatorOidcSettings>>

const CLIENT_VARIABLES = ['OPERATOR_OIDC_ISSUER', 'OPERATOR_OIDC_CLIENT_ID', 'OPERATOR_OIDC_CLIENT_SECRET'] as const
const ROLE_VARIABLES = ['OPERATOR_OIDC_ALLOWED_EMAILS', 'OPERATOR_OIDC_ALLOWED_GROUPS'] as const

/**
 * Parses `key:role[,key:role]`. The role follows the last colon, because groups may contain colons.
 * @param name what the keys are, for messages
 */
const rolesOf = (keyPattern: RegExp, name: string, toKey: (text: string) => string) =>
  z.string().transform((text, context): ReadonlyMap<string, OperatorRole> => {
    const roles = new Map<string, OperatorRole>()
    for (const entry of text.split(',')) {
      const [, key = '', given] = /^(.+):(\w+)$/.exec(entry.trim()) ?? []
      const role = OPERATOR_ROLES.find((role) => role === given)
      if (!role || !keyPattern.test(key)) {
        context.addIssue(`must be ${name}:role[,${name}:role] with the role viewer, support or admin`)
        break
      }
      if (roles.has(toKey(key))) {
        context.addIssue(`must not have the same ${name} twice`)
        break
      }
      roles.set(toKey(key), role)
    }
    return roles
  })

const lowerCase = (email: string) => email.toLowerCase()

const EMAIL_OR_DOMAIN = /^[\x21-\x7e]*@[a-z0-9.-]+$/i

export const OPERATOR_OIDC = {
  issuer: from('OPERATOR_OIDC_ISSUER', url('http', 'https').optional()),
  clientId: from('OPERATOR_OIDC_CLIENT_ID', z.string().optional()),
  clientSecret: from('OPERATOR_OIDC_CLIENT_SECRET', z.string().optional()),
  clientAuthentication: from('OPERATOR_OIDC_CLIENT_AUTHENTICATION', choice('basic', 'post').default('basic')),
  scope: from(
    'OPERATOR_OIDC_SCOPE',
    z
      .string()
      .regex(/(^| )openid( |$)/, 'must contain openid')
      .default('openid email profile'),
  ),
  /** Roles by e-mail or `@domain`, in lower case. */
  emails: from('OPERATOR_OIDC_ALLOWED_EMAILS', rolesOf(EMAIL_OR_DOMAIN, 'e-mail', lowerCase).default(new Map())),
  groups: from('OPERATOR_OIDC_ALLOWED_GROUPS', rolesOf(/\S/, 'group', (group) => group).default(new Map())),
  groupsClaim: from('OPERATOR_OIDC_GROUPS_CLAIM', z.string().default('groups')),
  /** Accepts e-mails without `email_verified`. */
  trustsEmails: from('OPERATOR_OIDC_TRUST_EMAILS', flag()),
  signsOut: from('OPERATOR_OIDC_SIGN_OUT', flag()),
}

export function findOperatorOidcProblems(given: Environment, production: boolean): string[] {
  const configured = [...CLIENT_VARIABLES, ...ROLE_VARIABLES].filter((name) => given[name] !== undefined)
  const missing = configured.length === 0 ? [] : CLIENT_VARIABLES.filter((name) => given[name] === undefined)
  return [
    ...missing.map((name) => `${name} must be set together with ${configured.join(', ')}`),
    ...(production && isUnencrypted(given['OPERATOR_OIDC_ISSUER'])
      ? ['OPERATOR_OIDC_ISSUER must begin with https:// in production: anyone on the way could sign in as an operator']
      : []),
    ...(given['OPERATOR_OIDC_TRUST_EMAILS'] === 'on' && isOpenToEverybody(given['OPERATOR_OIDC_ISSUER'])
      ? [
          'OPERATOR_OIDC_TRUST_EMAILS must be off with this OPERATOR_OIDC_ISSUER: people of any company could claim any e-mail there. Use the issuer of your tenant',
        ]
      : []),
  ]
}

/** Microsoft's issuers for the accounts of all companies and for personal accounts. */
const SHARED_TENANTS = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']
const PUBLIC_PROVIDERS = ['accounts.google.com', 'appleid.apple.com', 'www.facebook.com', 'www.linkedin.com']

function isOpenToEverybody(issuer: string | undefined): boolean {
  if (issuer === undefined || !URL.canParse(issuer)) return false
  const { hostname, pathname } = new URL(issuer)
  const segments = pathname.toLowerCase().split('/')
  return PUBLIC_PROVIDERS.includes(hostname) || segments.some((segment) => SHARED_TENANTS.includes(segment))
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Returns whether a URL uses HTTP beyond the loopback interface, where others can read and change the connection. */
export function isUnencrypted(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !LOOPBACK_HOSTS.includes(hostname)
}

/** Returns `undefined` if no provider is configured. */
export function operatorOidcSettings(values: ValuesOf<typeof OPERATOR_OIDC>) {
  const { issuer, clientId, clientSecret } = values
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { ...values, issuer, clientId, clientSecret }
}
