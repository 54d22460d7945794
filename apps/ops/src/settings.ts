import { readFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

export interface Settings {
  /** Without trailing slash. */
  url: string
  /** @throws OperatorError if no key is configured or stored in the data directory */
  readKey(): string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from environment variables. Ignores white space around values, and treats empty variables as unset.
 *
 * @throws OperatorError if the URL is invalid
 */
export function parseSettings(given: Environment): Settings {
  const environment = trimValues(given)
  const url = environment['OPS_URL'] || `http://127.0.0.1:${environment['PORT'] || '3000'}`
  if (!isHttpUrl(url)) {
    throw new OperatorError(`OPS_URL must be a URL that begins with http:// or https://, not ${url}`)
  }
  return { url: url.replace(/\/+$/, ''), readKey: () => configuredKey(environment) ?? generatedKey(environment) }
}

const trimValues = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value?.trim()]))

const isHttpUrl = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

function configuredKey({ INTERNAL_API_KEY: setting, INTERNAL_API_KEY_FILE: file }: Environment): string | undefined {
  if (setting && file) throw new OperatorError('INTERNAL_API_KEY_FILE must not be set together with INTERNAL_API_KEY')
  const keys = setting || (file && keysIn(file))
  if (!keys) return undefined
  const key = firstKey(keys)
  if (key === undefined) throw new OperatorError('INTERNAL_API_KEY must be [name:]key[,[name:]key]')
  return key
}

function keysIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(`INTERNAL_API_KEY_FILE ${file} cannot be read (${code})`, { cause: error })
  }
}

/** Returns the key that the service's first start has written to its data directory. */
function generatedKey(environment: Environment): string {
  const file = path.resolve(environment['DATA_DIR'] || '.data', 'keys.json')
  const key = firstKey(internalKeyIn(file))
  if (key === undefined) throw new OperatorError(`${file} contains no INTERNAL_API_KEY: set the variable to the key`)
  return key
}

function internalKeyIn(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> | null)?.['INTERNAL_API_KEY']
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'not JSON'
    throw new OperatorError(
      `no internal key: ${file} cannot be read (${reason}). Set INTERNAL_API_KEY, or DATA_DIR to the service's directory; ` +
        'the service creates the file on its first start.',
      { cause: error },
    )
  }
}

/** Returns the first key of `[name:]key[,[name:]key]`. */
const firstKey = (setting: unknown): string | undefined =>
  typeof setting === 'string' ? /^\s*(?:[\w.-]{1,64}:)?([\w.~+/=-]+)\s*(?:,|$)/.exec(setting)?.[1] : undefined

export const loadSettings = (): Settings => parseSettings(process.env)

export const VERSION = process.env['SERVICE_VERSION']?.trim() || 'dev'
