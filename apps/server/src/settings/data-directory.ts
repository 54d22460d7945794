import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseSettings, type Settings } from './settings.ts'

const OWNER_ONLY = { file: 0o600, directory: 0o700 }
const KEY_BYTES = 32

/** The keys that the service works with: those of the environment, or else those kept in the data directory. */
export type Keys = { [K in KeyName]: NonNullable<Settings[K]> }

const KEY_NAMES = ['tokenSigningKeys', 'dataSealingKey', 'internalApiKeys'] as const
type KeyName = (typeof KEY_NAMES)[number]

/** Loads the keys; where the environment has none, makes them once and keeps them in `keys.json`. */
export async function loadKeys(settings: Settings): Promise<Keys> {
  if (hasKeys(settings)) return settings
  const file = path.join(settings.dataDirectory, 'keys.json')
  const kept = parseSettings(await readOrCreate(file, generateKeys))
  const keys = Object.fromEntries(KEY_NAMES.map((name) => [name, settings[name] ?? kept[name]])) as Pick<
    Settings,
    KeyName
  >
  if (!hasKeys(keys)) throw new Error(`${file} lacks a key: restore it, or delete it`)
  return keys
}

const hasKeys = (keys: Pick<Settings, KeyName>): keys is Keys => KEY_NAMES.every((name) => keys[name] !== undefined)

/**
 * A JSON file that is made at first, readable for its owner alone. Whoever comes second reads what the first one
 * wrote.
 */
export async function readOrCreate<T>(file: string, make: () => T): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY.directory })
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = make()
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: OWNER_ONLY.file })
  return made
}

/** Named like the variables that may take their place. */
const generateKeys = () => ({
  TOKEN_SIGNING_KEYS: `k1:${randomBytes(KEY_BYTES).toString('base64url')}`,
  DATA_SEALING_KEY: randomBytes(KEY_BYTES).toString('base64url'),
  INTERNAL_API_KEY: randomBytes(KEY_BYTES).toString('base64url'),
})
