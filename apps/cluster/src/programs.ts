import {
  haproxyProgram,
  hasEtcd,
  hasPatroni,
  hasRedis,
  nginxProgram,
  postgresPrograms,
} from '@partner-accounts/local-servers'

export interface Programs {
  postgres: string
  nginx: string
  /** Only for fail-over. */
  haproxy?: string
}

/** Returns the programs, or the Debian packages of the missing ones. */
export function findPrograms(withFailOver = false): Programs | { missing: string[] } {
  const postgres = postgresPrograms()
  const nginx = nginxProgram()
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
