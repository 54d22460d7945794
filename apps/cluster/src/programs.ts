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
  const haproxy = withFailOver ? haproxyProgram() : undefined
  const checks = [
    { name: 'postgres (Debian package postgresql-15)', isMissing: postgres === undefined },
    { name: 'redis-server (Debian package redis-server)', isMissing: !hasRedis() },
    { name: 'nginx (Debian package nginx-light)', isMissing: nginx === undefined },
    { name: 'etcd (Debian package etcd-server)', isMissing: withFailOver && !hasEtcd() },
    { name: 'patroni (Debian package patroni)', isMissing: withFailOver && !hasPatroni() },
    { name: 'haproxy (Debian package haproxy)', isMissing: withFailOver && haproxy === undefined },
  ]
  const missing = checks.filter(({ isMissing }) => isMissing).map(({ name }) => name)
  if (postgres === undefined || nginx === undefined || missing.length > 0) return { missing }
  return { postgres, nginx, ...(haproxy !== undefined && { haproxy }) }
}
