import { isDeepStrictEqual } from 'node:util'
import type { Bench } from '../bench.ts'
import type { RunningTarget } from '../targets/start-target.ts'
import { post } from '../operations.ts'
import type { World } from '../seed/seed-world.ts'
import { checkCreation } from './check-creation.ts'
import { type ApiResponse, send } from './probe.ts'
import { readProbes } from './read-probes.ts'
import { rejectionProbes } from './rejection-probes.ts'

/**
 * Verifies that a target does all of the work, because one that does less is not comparable.
 *
 * @returns a line per wrong response
 */
export async function checkResponses(bench: Bench, { name, baseUrl }: RunningTarget, world: World): Promise<string[]> {
  const errors: string[] = []
  for (const { about, request, observe, expected } of [...readProbes(world), ...rejectionProbes(world)]) {
    const actual = observe(await send(baseUrl, request))
    if (!isDeepStrictEqual(actual, expected)) {
      errors.push(`${about}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`)
    }
  }
  const [writer] = world.writers
  if (writer) {
    errors.push(...(await checkSignIn(baseUrl, writer)), ...(await checkCounting(baseUrl, world)))
    const error = await checkCreation(bench, baseUrl, writer)
    if (error !== undefined) errors.push(error)
  }
  return errors.map((error) => `${name}: ${error}`)
}

async function checkSignIn(baseUrl: string, { userId, email, password }: World['writers'][number]): Promise<string[]> {
  const { status, body } = await send(baseUrl, post('/tokens', { email, password }))
  const { token, _id } = body as Record<string, string>
  if (status !== 200 || _id !== userId) return [`a sign-in: ${status}`]
  const headers = { authorization: `Bearer ${token}` }
  const response = await send(baseUrl, { method: 'GET', path: '/partner-accounts', headers })
  return response.status === 200 ? [] : [`a request with the token of the sign-in: ${response.status}`]
}

async function checkCounting(baseUrl: string, { viewer: { authorization } }: World): Promise<string[]> {
  const request = { method: 'GET', path: '/partner-accounts', headers: { authorization } } as const
  const first = readRemaining(await send(baseUrl, request))
  const second = readRemaining(await send(baseUrl, request))
  const isCounted = first !== undefined && second === first - 1
  return isCounted ? [] : [`requests are not counted: ${first} remain, then ${second}`]
}

/** Returns the remaining requests of the `RateLimit` header; `undefined` without the header. */
function readRemaining({ headers }: ApiResponse): number | undefined {
  const remaining = /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  return remaining === undefined ? undefined : Number(remaining)
}
