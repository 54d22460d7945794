import {
  haproxyProgram,
  hasEtcd,
  hasPatroni,
  hasRedis,
  nginxProgram,
  postgresPrograms,
} from '@partner-accounts/local-servers'

/** The programs that a cluster runs. */
export interface Programs {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  nginx: string
  /** Only for a database with fail-over. */
  haproxy?: string
}

/**
 * Returns the installed programs, or the names of the missing ones, each with its Debian package.
 *
 * @param withFailOver whether the database has a standby and fails over to it
 */
export function findPrograms(withFailOver = false): Programs | { missing: string[] } {
  const [postgres, nginx] = [postgresPrograms(), nginxProgram()]
  const haproxy = withFailOver ? haproxyProgram() : ''
  const isMissing: [boolean, string][] = [
    [postgres === undefined, 'postgres (Debian package postgresql-15)'],
    [!hasRedis(), 'redis-server (Debian package redis-server)'],
    [nginx === undefined, 'nginx (Debian package nginx-light)'],
    [withFailOver && !hasEtcd(), 'etcd (Debian package etcd-server)'],
    [withFailOver && !hasPatroni(), 'patroni (Debian package patroni)'],
    [haproxy === undefined, 'haproxy (Debian package haproxy)'],
  ]
  const missing = isMissing.filter(([is]) => is).map(([, name]) => name)
  if (postgres === undefined || nginx === undefined || missing.length > 0) return { missing }
  return { postgres, nginx, ...(haproxy && { haproxy }) }
}
