import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'

const OWNER_ONLY = { file: 0o600, directory: 0o700 }
const RIGHTS_OF_OTHERS = 0o077

/**
 * A JSON file that is made at first, readable for its owner alone. Whoever comes second reads what the first one
 * wrote.
 */
export async function readOrCreate<T>(file: string, make: () => T, logger: Pick<Logger, 'warn'>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY.directory })
  try {
    const text = await readFile(file, 'utf8')
    await closeToOthers(file, logger)
    return JSON.parse(text) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = make()
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: OWNER_ONLY.file })
  return made
}

/**
 * Mended and told, not refused: a copied or restored file is no reason to be down. Who else may have read it, the
 * operator knows best.
 *
 * @throws Error when the file is another user's
 */
async function closeToOthers(file: string, logger: Pick<Logger, 'warn'>): Promise<void> {
  const { mode } = await stat(file)
  if (process.platform === 'win32' || (mode & RIGHTS_OF_OTHERS) === 0) return
  await chmod(file, OWNER_ONLY.file)
  logger.warn({ file }, 'others could read this file of secrets: it is closed to them now; exchange what is in it')
}
