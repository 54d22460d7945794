import { execFileSync } from 'node:child_process'

/** Returns the user that runs PostgreSQL's programs for root, which they reject. Empty for other users. */
export const postgresUser = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
