/** A Redis that all instances share, over TCP or Upstash's REST interface. */
export type SharedStoreLocation = ({ redisUrl: string } | { restUrl: string; restToken: string }) & {
  /** Timeout of a call. */
  timeoutMs: number
}

interface Variables {
  REDIS_URL?: string | undefined
  UPSTASH_REDIS_REST_URL?: string | undefined
  UPSTASH_REDIS_REST_TOKEN?: string | undefined
}

/** Returns a message for each combination of variables that is invalid. */
export function findSharedStoreProblems(variables: Variables): string[] {
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

/** Returns the location of the shared store; `undefined` when none is configured. */
export function sharedStoreLocation(variables: Variables, timeoutMs: number): SharedStoreLocation | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: restUrl, UPSTASH_REDIS_REST_TOKEN: restToken } = variables
  if (REDIS_URL !== undefined) return { redisUrl: REDIS_URL, timeoutMs }
  return restUrl !== undefined && restToken !== undefined ? { restUrl, restToken, timeoutMs } : undefined
}
