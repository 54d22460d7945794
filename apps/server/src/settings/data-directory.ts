import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Logger } from 'pino'
import { readOrCreate } from './owner-only-file.ts'
import { parseSettings, type Settings } from './settings.ts'

const KEY_BYTES = 32

/** The service's keys, from the environment or else from the data directory. */
export type Keys = { [K in KeyName]: NonNullable<Settings[K]> }

const KEY_NAMES = ['tokenSigningKeys', 'dataSealingKeys', 'internalApiKeys'] as const
type KeyName = (typeof KEY_NAMES)[number]

/** Loads the keys. Keys that the environment lacks are generated once and stored in `keys.json`. */
export async function loadKeys(settings: Settings, logger: Pick<Logger, 'warn'>): Promise<Keys> {
  if (hasKeys(settings)) return settings
  const file = path.join(settings.dataDirectory, 'keys.json')
  const kept = parseSettings(await readOrCreate(file, generateKeys, logger))
  const keys = Object.fromEntries(KEY_NAMES.map((name) => [name, settings[name] ?? kept[name]])) as Pick<
    Settings,
    KeyName
  >
  if (!hasKeys(keys)) throw new Error(`${file} lacks a key: restore the file, or delete it to generate new keys`)
  return keys
}

const hasKeys = (keys: Pick<Settings, KeyName>): keys is Keys => KEY_NAMES.every((name) => keys[name] !== undefined)

/** Generates keys, named like the variables that override them. */
const generateKeys = () => ({
  TOKEN_SIGNING_KEYS: `k1:${randomBytes(KEY_BYTES).toString('base64url')}`,
  DATA_SEALING_KEY: randomBytes(KEY_BYTES).toString('base64url'),
  INTERNAL_API_KEY: randomBytes(KEY_BYTES).toString('base64url'),
})
