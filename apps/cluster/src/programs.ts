import { hasRedis, nginxProgram, postgresPrograms } from '@partner-accounts/local-servers'

/** Where the programs are that a cluster is made of. */
export interface Programs {
  /** The folder of PostgreSQL's. */
  postgres: string
  nginx: string
}

/** Those of this machine, or the names of those that are missing, each with the Debian package that brings it. */
export function findPrograms(): Programs | { missing: string[] } {
  const [postgres, nginx] = [postgresPrograms(), nginxProgram()]
  const missing = [
    ...(postgres === undefined ? ['postgres (Debian package postgresql-15)'] : []),
    ...(hasRedis() ? [] : ['redis-server (Debian package redis-server)']),
    ...(nginx === undefined ? ['nginx (Debian package nginx-light)'] : []),
  ]
  return postgres === undefined || nginx === undefined || missing.length > 0 ? { missing } : { postgres, nginx }
}
