import { hostUrls } from '@partner-accounts/db'
import * as z from 'zod'
import type { Environment } from './environment.ts'
import { certificates, flag, redisDatabase, redisUrl, url, wholeNumber } from './setting-types.ts'
import { from, type ValuesOf } from './variables.ts'

export interface RedisLocation {
  /** `redis://` or `rediss://`, with several hosts for a cluster or sentinels. */
  redisUrl: string
  /** Certificates in PEM. `undefined` stands for the public authorities. */
  ca: string | undefined
  isCluster: boolean
  /** Set if the hosts are sentinels. `name` is the name of the primary. */
  sentinel: { name: string; password: string | undefined } | undefined
  /** Timeout of each call. */
  timeoutMs: number
}

/** TCP, or Upstash's REST interface. */
export type SharedStoreLocation = RedisLocation | { restUrl: string; restToken: string; timeoutMs: number }

export const SHARED_STORE = {
  timeoutMs: from('RATE_LIMIT_STORE_TIMEOUT_MS', wholeNumber(10, 10_000).default(300)),
  redisUrl: from('REDIS_URL', redisUrl().optional()),
  ca: from('REDIS_CA_FILE', certificates().optional()),
  isCluster: from('REDIS_CLUSTER', flag()),
  sentinelName: from('REDIS_SENTINEL', z.string().optional()),
  sentinelPassword: from('REDIS_SENTINEL_PASSWORD', z.string().optional()),
  restUrl: from('UPSTASH_REDIS_REST_URL', url('http', 'https').optional()),
  restToken: from('UPSTASH_REDIS_REST_TOKEN', z.string().optional()),
}

export function findSharedStoreProblems(variables: Environment): string[] {
  return [...findRedisProblems(variables), ...findUpstashProblems(variables)]
}

function findRedisProblems({ REDIS_URL, REDIS_CLUSTER, REDIS_SENTINEL }: Environment): string[] {
  const isCluster = REDIS_CLUSTER === 'on'
  const hasSentinel = REDIS_SENTINEL !== undefined
  return [
    ...(isCluster && hasSentinel ? ['REDIS_SENTINEL must not be set together with REDIS_CLUSTER=on'] : []),
    ...(isCluster || hasSentinel ? [] : findHostProblems(REDIS_URL)),
    ...(isCluster && namesDatabase(REDIS_URL)
      ? ['REDIS_URL must have no database number other than 0 with REDIS_CLUSTER=on: a Redis Cluster has no other']
      : []),
    ...(REDIS_URL === undefined && (isCluster || hasSentinel)
      ? [`REDIS_URL must be set together with ${isCluster ? 'REDIS_CLUSTER' : 'REDIS_SENTINEL'}`]
      : []),
  ]
}

const namesDatabase = (url: string | undefined): boolean => {
  const { data } = redisUrl().safeParse(url)
  return data !== undefined && (redisDatabase(data) ?? 0) > 0
}

const findHostProblems = (url = ''): string[] =>
  hostUrls(url).length > 1 ? ['REDIS_URL must name one host, unless REDIS_CLUSTER=on or REDIS_SENTINEL is set'] : []

function findUpstashProblems(variables: Environment): string[] {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = variables
  const upstash = { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN }
  const given = Object.entries(upstash).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length === 0) return []
  const missing = Object.keys(upstash).filter((name) => !given.includes(name))
  return [
    ...missing.map((name) => `${name} must be set together with ${given.join(' and ')}`),
    ...(REDIS_URL === undefined ? [] : [`REDIS_URL must not be set together with ${given.join(' and ')}`]),
  ]
}

/** Returns `undefined` if each process counts its own requests. */
export function sharedStoreLocation(values: ValuesOf<typeof SHARED_STORE>): SharedStoreLocation | undefined {
  const { timeoutMs, redisUrl, ca, isCluster, sentinelName: name, sentinelPassword: password } = values
  const { restUrl, restToken } = values
  if (redisUrl !== undefined) {
    const sentinel = name === undefined ? undefined : { name, password }
    return { redisUrl, ca, isCluster, sentinel, timeoutMs }
  }
  return restUrl !== undefined && restToken !== undefined ? { restUrl, restToken, timeoutMs } : undefined
}
