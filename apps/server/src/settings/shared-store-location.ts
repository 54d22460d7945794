import * as z from 'zod'
import type { Environment } from './environment.ts'
import { certificates, flag, redisUrl, url, wholeNumber } from './setting-types.ts'

export interface RedisLocation {
  /** `redis://` or `rediss://`, with several hosts for a cluster or sentinels. */
  redisUrl: string
  /** PEM; `undefined`: the public authorities. */
  ca: string | undefined
  isCluster: boolean
  /** Set if the hosts are sentinels. `name`: the primary's. */
  sentinel: { name: string; password: string | undefined } | undefined
  /** Per call. */
  timeoutMs: number
}

/** TCP, or Upstash's REST interface. */
export type SharedStoreLocation = RedisLocation | { restUrl: string; restToken: string; timeoutMs: number }

export const SHARED_STORE_VARIABLES = {
  RATE_LIMIT_STORE_TIMEOUT_MS: wholeNumber(10, 10_000).default(300),
  REDIS_URL: redisUrl().optional(),
  REDIS_CA_FILE: certificates().optional(),
  REDIS_CLUSTER: flag(),
  REDIS_SENTINEL: z.string().optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  UPSTASH_REDIS_REST_URL: url('http', 'https').optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof SHARED_STORE_VARIABLES>>

export function findSharedStoreProblems(variables: Environment): string[] {
  return [...findRedisProblems(variables), ...findUpstashProblems(variables)]
}

function findRedisProblems({ REDIS_URL, REDIS_CLUSTER, REDIS_SENTINEL }: Environment): string[] {
  const isCluster = REDIS_CLUSTER === 'on'
  const hasSentinel = REDIS_SENTINEL !== undefined
  return [
    ...(isCluster && hasSentinel ? ['REDIS_SENTINEL must not be set together with REDIS_CLUSTER=on'] : []),
    ...(isCluster || hasSentinel ? [] : severalHosts(REDIS_URL)),
    ...(REDIS_URL === undefined && (isCluster || hasSentinel)
      ? [`REDIS_URL must be set together with ${isCluster ? 'REDIS_CLUSTER' : 'REDIS_SENTINEL'}`]
      : []),
  ]
}

const severalHosts = (url = ''): string[] =>
  url.includes(',') ? ['REDIS_URL must name one host, unless REDIS_CLUSTER=on or REDIS_SENTINEL is set'] : []

function findUpstashProblems(variables: Environment): string[] {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = variables
  const upstash = { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN }
  const given = Object.entries(upstash).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length === 0) return []
  const missing = Object.keys(upstash).filter((name) => !given.includes(name))
  return [
    ...missing.map((name) => `${name} must be set together with ${given.join()}`),
    ...(REDIS_URL === undefined ? [] : [`REDIS_URL must not be set together with ${given.join(' and ')}`]),
  ]
}

export function sharedStoreLocation(variables: Variables): SharedStoreLocation | undefined {
  const { RATE_LIMIT_STORE_TIMEOUT_MS: timeoutMs, REDIS_URL: redisUrl } = variables
  const { UPSTASH_REDIS_REST_URL: restUrl, UPSTASH_REDIS_REST_TOKEN: restToken } = variables
  if (redisUrl !== undefined) {
    const { REDIS_CA_FILE: ca, REDIS_CLUSTER: isCluster } = variables
    const { REDIS_SENTINEL: name, REDIS_SENTINEL_PASSWORD: password } = variables
    const sentinel = name === undefined ? undefined : { name, password }
    return { redisUrl, ca, isCluster, sentinel, timeoutMs }
  }
  return restUrl !== undefined && restToken !== undefined ? { restUrl, restToken, timeoutMs } : undefined
}
