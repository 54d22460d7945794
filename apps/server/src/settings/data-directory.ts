import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { readOrCreate, unusableFile } from './owner-only-file.ts'
import { parseSettings, type Settings, SettingsError } from './settings.ts'

const KEY_BYTES = 32

export type Keys = { [K in KeyName]: NonNullable<Settings[K]> }

const KEY_NAMES = ['tokenSigningKeys', 'dataSealingKeys', 'internalApiKeys'] as const
type KeyName = (typeof KEY_NAMES)[number]

/**
 * Returns the keys of the settings. Reads those that are not set from `keys.json`, which is generated once.
 *
 * @throws SettingsError if the file is invalid, or missing although there is data
 */
export async function loadKeys(settings: Settings, logger: Pick<Logger, 'warn'>): Promise<Keys> {
  if (hasKeys(settings)) return settings
  const directory = settings.dataDirectory
  const file = path.join(directory, 'keys.json')
  if (!existsSync(file) && DATA_OF_KEYS.some((name) => existsSync(path.join(directory, name)))) {
    throw new SettingsError([
      `DATA_DIR ${file} is missing, but ${directory} has data, which needs its keys: restore it from a backup, set the keys as variables, or move ${directory} away to begin with an empty database`,
    ])
  }
  const stored = await readOrCreate<Record<string, string> | null>(file, generateKeys, logger)
  const storedKeys = parseStored(file, stored)
  const entries = KEY_NAMES.map((name) => [name, settings[name] ?? storedKeys[name]])
  const keys = Object.fromEntries(entries) as Pick<Settings, KeyName>
  if (!hasKeys(keys)) throw unusableFile(file, 'it lacks a key')
  return keys
}

function parseStored(file: string, stored: Record<string, string> | null): Settings {
  try {
    return parseSettings(stored ?? {})
  } catch (error) {
    throw unusableFile(file, (error as Error).message.replaceAll('\n', '; '))
  }
}

/** Data that is created after `keys.json` and cannot be read without its keys. */
const DATA_OF_KEYS = ['database/pgdata', 'demo.json']

const hasKeys = (keys: Pick<Settings, KeyName>): keys is Keys => KEY_NAMES.every((name) => keys[name] !== undefined)

/** Generates keys with the names of their variables, so that `parseSettings` can read them. */
const generateKeys = () => ({
  TOKEN_SIGNING_KEYS: `k1:${randomBytes(KEY_BYTES).toString('base64url')}`,
  DATA_SEALING_KEY: randomBytes(KEY_BYTES).toString('base64url'),
  INTERNAL_API_KEY: randomBytes(KEY_BYTES).toString('base64url'),
})
