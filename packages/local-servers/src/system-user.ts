import { execFileSync } from 'node:child_process'

/** Returns the user to run PostgreSQL's programs as if this process is root's, because they do not run as root. Otherwise empty. */
export const postgresUser = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
