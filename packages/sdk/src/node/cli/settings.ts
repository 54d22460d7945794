import { readFileSync, statSync } from 'node:fs'
import { env } from 'node:process'
import { parseObject } from '../../options/checks.ts'
import type { PartnerAccountsOptions } from '../../options/client-options.ts'

/** Wrong usage: exit code 2. */
export class CommandError extends Error {}

export const TEXT_OPTIONS = [
  'credentials',
  'format',
  'limit',
  'output',
  'journal',
  'concurrency',
  'encoding',
  'key',
  'port',
  'rate-limit',
  'forward-to',
  'after',
  'types',
  'account',
] as const

export type OptionName = (typeof TEXT_OPTIONS)[number] | 'excel' | 'dry-run'

export type CommandOptions = Readonly<Partial<Record<(typeof TEXT_OPTIONS)[number], string>>> & {
  readonly excel?: boolean
  readonly 'dry-run'?: boolean
}

/** @throws CommandError */
export function readNumber(options: CommandOptions, name: 'limit' | 'concurrency' | 'port' | 'rate-limit') {
  const text = options[name]
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new CommandError(`--${name} must be a whole number, not ${text}.`)
  return Number(text)
}

/** Reads a file or the environment. Arguments would be readable by the machine's other users. */
export function readClientOptions(file: string | undefined): PartnerAccountsOptions {
  const settings = file === undefined ? fromEnvironment() : fromFile(file)
  if (!settings['baseUrl']) throw new CommandError('Set PARTNER_ACCOUNTS_URL, or give --credentials FILE.')
  if (!settings['token'] && !(settings['email'] && settings['password'])) {
    throw new CommandError('Set PARTNER_ACCOUNTS_EMAIL and PARTNER_ACCOUNTS_PASSWORD, or PARTNER_ACCOUNTS_TOKEN.')
  }
  return settings as unknown as PartnerAccountsOptions
}

export const readSecret = (): string | undefined => env['PARTNER_ACCOUNTS_SECRET']

function fromEnvironment(): Record<string, string | undefined> {
  const { PARTNER_ACCOUNTS_URL: baseUrl, PARTNER_ACCOUNTS_TOKEN: token } = env
  const { PARTNER_ACCOUNTS_EMAIL: email, PARTNER_ACCOUNTS_PASSWORD: password } = env
  return token ? { baseUrl, token } : { baseUrl, email, password }
}

function fromFile(file: string): Record<string, string | undefined> {
  const { mode } = statSync(file)
  // On Windows, the mode does not show who may read the file.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CommandError(`${file} is readable by other users: run chmod 600 ${file}`)
  const settings = parseObject(readFileSync(file, 'utf8'))
  if (settings) return settings as Record<string, string>
  throw new CommandError(
    `${file} must be JSON: {"baseUrl": …, "email": …, "password": …} or {"baseUrl": …, "token": …}.`,
  )
}
