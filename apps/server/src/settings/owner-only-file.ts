import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { SettingsError } from './settings.ts'

export const OWNER_ONLY = { file: 0o600, directory: 0o700 }
const PERMISSIONS_OF_OTHERS = 0o077

/**
 * Reads JSON, or creates it readable only by its owner.
 *
 * @throws SettingsError if it is not JSON
 */
export async function readOrCreate<T>(file: string, make: () => T, logger: Pick<Logger, 'warn'>): Promise<T> {
  try {
    const text = await readFile(file, 'utf8')
    await restrictToOwner(file, logger)
    return JSON.parse(text) as T
  } catch (error) {
    if (error instanceof SyntaxError) throw unusableFile(file, 'it is not JSON')
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = make()
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: OWNER_ONLY.file })
  return made
}

export const unusableFile = (file: string, reason: string): SettingsError =>
  new SettingsError([`DATA_DIR ${file} cannot be used (${reason}): restore it from a backup`])

/**
 * Copies and backups often lose permissions.
 *
 * @throws Error when the file belongs to another user
 */
async function restrictToOwner(file: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { mode } = await stat(file)
  if (process.platform === 'win32' || (mode & PERMISSIONS_OF_OTHERS) === 0) return
  await chmod(file, OWNER_ONLY.file)
  logger.warn({ file }, 'other users could read this file of secrets; their access was removed, but rotate the secrets')
}
