import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { SettingsError } from './settings.ts'

export const OWNER_ONLY = { file: 0o600, directory: 0o700 }
const PERMISSIONS_OF_OTHERS = 0o077

/**
 * Reads a JSON file, or creates it so that only its owner can read it.
 *
 * @throws SettingsError if the file is not JSON
 */
export async function readOrCreate<T>(file: string, create: () => T, logger: Pick<Logger, 'warn'>): Promise<T> {
  try {
    const text = await readFile(file, 'utf8')
    await restrictToOwner(file, logger)
    return JSON.parse(text) as T
  } catch (error) {
    if (error instanceof SyntaxError) throw unusableFile(file, 'it is not JSON')
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const created = create()
  await writeFile(file, `${JSON.stringify(created, null, 2)}\n`, { flag: 'wx', mode: OWNER_ONLY.file })
  return created
}

export const unusableFile = (file: string, reason: string): SettingsError =>
  new SettingsError([`DATA_DIR ${file} cannot be used (${reason}): restore it from a backup`])

/**
 * Removes the access of other users. A file that was copied or restored from a backup is often readable by everybody.
 *
 * @throws Error if the permissions must change, but the file belongs to another user
 */
async function restrictToOwner(file: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { mode } = await stat(file)
  if (process.platform === 'win32' || (mode & PERMISSIONS_OF_OTHERS) === 0) return
  await chmod(file, OWNER_ONLY.file)
  logger.warn({ file }, 'other users could read this file of secrets; their access was removed, but rotate the secrets')
}
