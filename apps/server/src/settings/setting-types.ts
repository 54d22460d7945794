import { readFileSync } from 'node:fs'
import type { SealingKeys } from '@partner-accounts/core'
import { hostUrls } from '@partner-accounts/db'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { type MailSender, parseMailSender } from './mail-address.ts'
import { urlWithCredentials } from './url-credentials.ts'

/** A key whose `kid` is stored in the tokens or data that it protects. */
export interface NamedKey {
  kid: string
  key: Uint8Array
}

/** HMAC-SHA-256 and HKDF keys must be as long as the hash (RFC 7518, 3.2). */
const MIN_KEY_BYTES = 32

export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,10}$/, { message, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
}

export const choice = <const Options extends readonly string[]>(...options: Options) =>
  z.enum(options, options.length === 2 ? `must be ${options.join(' or ')}` : `must be one of ${options.join(', ')}`)

export const flag = (defaultValue: 'on' | 'off' = 'off') =>
  choice('on', 'off')
    .default(defaultValue)
    .transform((value) => value === 'on')

export function url(...schemes: string[]) {
  const message = `must be a URL that begins with ${schemes.map((scheme) => (scheme === 'mailto' ? 'mailto:' : `${scheme}://`)).join(' or ')}`
  return z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), message)
}

/**
 * Accepts the base of all links. Returns its origin and path, without user, fragment, trailing slashes and a dot after
 * the host.
 */
export const baseUrl = () =>
  url('http', 'https')
    .refine((text) => !text.includes('?'), 'must have no query')
    .transform((text) => {
      const parsed = new URL(text)
      // Browsers treat the name with a final dot as another origin.
      parsed.hostname = parsed.hostname.replace(/(?<=.)\.$/, '')
      return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '')
    })

/** Accepts a URL with one or several hosts, separated by commas. */
export const databaseUrl = () => {
  const message = 'must be a URL that begins with postgres:// or postgresql://'
  const isPostgresUrl = (text: string) => url('postgres', 'postgresql').safeParse(text).success
  const usesPrimary = (text: string) =>
    [null, 'read-write', 'primary'].includes(new URL(text).searchParams.get('target_session_attrs'))
  const server = z
    .string()
    .refine((text) => hostUrls(text).every(isPostgresUrl), { message, abort: true })
    .refine(
      (text) => hostUrls(text).every(usesPrimary),
      'must have no target_session_attrs other than read-write: the service uses only the primary',
    )
  return (
    urlWithCredentials()
      .refine((text) => !/%(?![0-9a-f]{2})/i.test(text), 'must have no % except in escapes: write %25')
      .pipe(server)
      // With a space in the URL, the driver would misread the escapes of a password.
      .transform((text) => text.replaceAll(' ', '%20'))
  )
}

/** Accepts a URL with one or several hosts, separated by commas. */
export const redisUrl = () => {
  const server = z
    .string()
    .refine((text) => /^rediss?:\/\//.test(text) && hostUrls(text).every((hostUrl) => URL.canParse(hostUrl)), {
      message: 'must be a URL that begins with redis:// or rediss://',
      abort: true,
    })
    .refine(hasDatabaseNumber, 'must have no path other than the number of a database, such as /0')
  return urlWithCredentials().pipe(server)
}

const hasDatabaseNumber = (text: string): boolean => /^\/?\d{0,5}$/.test(new URL(hostUrls(text)[0]!).pathname)

export function redisDatabase(redisUrl: string): number | undefined {
  const number = /^\/(\d+)$/.exec(new URL(hostUrls(redisUrl)[0]!).pathname)?.[1]
  return number === undefined ? undefined : Number(number)
}

export const certificates = () =>
  z.string().transform((file, context): string => {
    try {
      const pem = readFileSync(file, 'utf8')
      if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
    } catch {
      // An unreadable file is reported below.
    }
    context.addIssue('must be the path of a readable file with certificates in PEM')
    return z.NEVER
  })

export const sealingKeys = () =>
  z.string().transform((text, context): SealingKeys => {
    const key = decodeKey(text)
    if (key) return [{ kid: undefined, key }]
    const [first, ...others] = parseKeyring(
      text,
      context,
      `must be at least ${MIN_KEY_BYTES} bytes in base64url, or kid:key[,kid:key] with such keys`,
    )
    return first ? [first, ...others] : z.NEVER
  })

/** Parses `kid:base64url[,kid:base64url]`. */
export const signingKeys = () =>
  z
    .string()
    .transform((text, context) =>
      parseKeyring(
        text,
        context,
        `must be kid:key[,kid:key] with keys of at least ${MIN_KEY_BYTES} bytes in base64url`,
      ),
    )

function parseKeyring(text: string, context: z.RefinementCtx, message: string): NamedKey[] {
  const keys = text.split(',').map(parseNamedKey)
  const kids = new Set(keys.map((key) => key?.kid))
  if (keys.includes(undefined)) context.addIssue(message)
  else if (kids.size < keys.length) context.addIssue('must not have the same kid twice')
  return keys.filter((key) => key !== undefined)
}

function parseNamedKey(text: string): NamedKey | undefined {
  const [, kid, encoded] = /^([\w.-]{1,64}):(.+)$/.exec(text.trim()) ?? []
  const key = encoded === undefined ? undefined : decodeKey(encoded)
  return kid !== undefined && key ? { kid, key } : undefined
}

function decodeKey(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]+=*$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length >= MIN_KEY_BYTES ? bytes : undefined
}

export const mailSender = () =>
  z.string().transform((text, context): MailSender => {
    const sender = parseMailSender(text)
    if (sender) return sender
    context.addIssue('must be an e-mail address, or Name <address>')
    return z.NEVER
  })

export const cidrList = () =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isAddressOrCidr), 'must be addresses or CIDRs of more than /0, separated by commas')

/** Requires full addresses, because `10.1` means 10.0.0.1. A prefix of 0 would trust every client. */
function isAddressOrCidr(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  const isFull = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address)
  return isFull && (prefix === undefined || (ipaddr.isValidCIDR(text) && Number(prefix) > 0))
}

export const portList = () =>
  z
    .string()
    .transform((text) => text.split(',').map((port) => (/^ *\d{1,5} *$/.test(port) ? Number(port) : NaN)))
    .refine(
      (ports) => ports.every((port) => port > 0 && port < 65_536),
      'must be ports from 1 to 65535, separated by commas',
    )
