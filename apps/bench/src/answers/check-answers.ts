import { isDeepStrictEqual } from 'node:util'
import type { Bench } from '../bench.ts'
import type { RunningContender } from '../contenders/start-contender.ts'
import { post } from '../operations.ts'
import type { World } from '../seed/seed-world.ts'
import { checkCreation } from './check-creation.ts'
import { type Answer, ask } from './probe.ts'
import { readProbes } from './read-probes.ts'
import { refusalProbes } from './refusal-probes.ts'

/**
 * Sees to it that a contender answers as it should before it is measured: whoever does less is no measure. All are
 * held against the same expectations, and so against each other.
 *
 * @returns a line for each thing that the contender got wrong
 */
export async function checkAnswers(bench: Bench, { name, baseUrl }: RunningContender, world: World): Promise<string[]> {
  const faults: string[] = []
  for (const { about, request, seen, due } of [...readProbes(world), ...refusalProbes(world)]) {
    const found = seen(await ask(baseUrl, request))
    if (!isDeepStrictEqual(found, due)) faults.push(`${about}: ${JSON.stringify(found)}, due ${JSON.stringify(due)}`)
  }
  const [writer] = world.writers
  if (writer) {
    faults.push(...(await checkSignIn(baseUrl, writer)), ...(await checkCounting(baseUrl, world)))
    const fault = await checkCreation(bench, baseUrl, writer)
    if (fault !== undefined) faults.push(fault)
  }
  return faults.map((fault) => `${name}: ${fault}`)
}

async function checkSignIn(baseUrl: string, { userId, email, password }: World['writers'][number]): Promise<string[]> {
  const { status, body } = await ask(baseUrl, post('/tokens', { email, password }))
  const { token, _id } = body as Record<string, string>
  if (status !== 200 || _id !== userId) return [`a sign-in: ${status}`]
  const headers = { authorization: `Bearer ${token}` }
  const opened = await ask(baseUrl, { method: 'GET', path: '/partner-accounts', headers })
  return opened.status === 200 ? [] : [`a request with its own token: ${opened.status}`]
}

async function checkCounting(baseUrl: string, { viewer: { authorization } }: World): Promise<string[]> {
  const request = { method: 'GET', path: '/partner-accounts', headers: { authorization } } as const
  const first = remaining(await ask(baseUrl, request))
  const second = remaining(await ask(baseUrl, request))
  return second === first - 1 ? [] : [`requests are not counted: ${first} remain, then ${second}`]
}

/** In the words of the draft standard, or in those of @fastify/rate-limit. */
const remaining = ({ headers }: Answer) =>
  Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? headers.get('x-ratelimit-remaining') ?? NaN)
