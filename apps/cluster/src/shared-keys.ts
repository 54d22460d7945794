import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const newKey = () => randomBytes(32).toString('base64url')

/** Shared by all instances. */
export interface SharedKeys {
  TOKEN_SIGNING_KEYS: string
  DATA_SEALING_KEY: string
  INTERNAL_API_KEY: string
}

/** Creates the keys, readable only by their owner, if the file does not exist. */
export function readOrCreateKeys(file: string): SharedKeys {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SharedKeys
  const keys = { TOKEN_SIGNING_KEYS: `k1:${newKey()}`, DATA_SEALING_KEY: newKey(), INTERNAL_API_KEY: newKey() }
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}
