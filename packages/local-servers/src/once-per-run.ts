import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** For files shared by test files. Deleted after the run. */
    sharedFolder: string
  }
}

const POLL_INTERVAL_MS = 50

/**
 * Returns a folder for all test files of the run to copy.
 *
 * @param create called in one worker, with a path at which nothing exists
 */
export async function oncePerRun(name: string, create: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = path.join(inject('sharedFolder'), name)
  while (!existsSync(folder)) {
    if (!lock(`${folder}.lock`)) {
      await wait(POLL_INTERVAL_MS)
      continue
    }
    try {
      // Another worker may have created it between the check and the lock.
      if (existsSync(folder)) continue
      await create(`${folder}.incomplete`)
      renameSync(`${folder}.incomplete`, folder)
    } finally {
      rmdirSync(`${folder}.lock`)
    }
  }
  return folder
}

function lock(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
