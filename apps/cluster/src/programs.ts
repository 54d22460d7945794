import { hasRedis, nginxProgram, postgresPrograms } from '@partner-accounts/local-servers'

/** The programs that a cluster runs. */
export interface Programs {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  nginx: string
}

/** Returns the installed programs, or the names of the missing ones, each with its Debian package. */
export function findPrograms(): Programs | { missing: string[] } {
  const [postgres, nginx] = [postgresPrograms(), nginxProgram()]
  const missing = [
    ...(postgres === undefined ? ['postgres (Debian package postgresql-15)'] : []),
    ...(hasRedis() ? [] : ['redis-server (Debian package redis-server)']),
    ...(nginx === undefined ? ['nginx (Debian package nginx-light)'] : []),
  ]
  return postgres === undefined || nginx === undefined || missing.length > 0 ? { missing } : { postgres, nginx }
}
