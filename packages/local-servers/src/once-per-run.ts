import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Deleted after the run. */
    sharedFolder: string
  }
}

const POLL_INTERVAL_MS = 50

/**
 * Returns a folder that all test files of the run share.
 *
 * @param create called in one worker with a path that does not exist
 */
export async function oncePerRun(name: string, create: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = path.join(inject('sharedFolder'), name)
  while (!existsSync(folder)) {
    if (!lock(`${folder}.lock`)) {
      await wait(POLL_INTERVAL_MS)
      continue
    }
    try {
      // Another worker may have created the folder before this worker locked it.
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
