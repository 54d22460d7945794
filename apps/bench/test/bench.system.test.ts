import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { citusPrograms, postgresPrograms } from '@partner-accounts/local-servers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { endRuns, runBench } from './run-bench.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(endRuns)

/** Generous for a busy machine: each run starts PostgreSQL and the service. */
const TIMEOUT_MS = 300_000
/** Starts four servers, and moves tables between them. */
const CITUS_TIMEOUT_MS = 600_000

const programs = postgresPrograms()
describe.skipIf(!programs)(`pnpm bench${programs ? '' : ' (no postgresql on this machine)'}`, () => {
  it('measures every operation on every target and prints ratios', { timeout: TIMEOUT_MS }, async () => {
    const file = path.join(folder, 'short.json')
    const { exitCode, output, errors } = await runBench('--short', '--json', file)
    expect([exitCode, errors]).toEqual([0, expect.stringContaining('checking the responses of baseline')])

    const { results } = JSON.parse(readFileSync(file, 'utf8'))
    const operations = results.map(({ operation }: { operation: string }) => operation)
    expect(operations).toEqual([
      'list',
      'deep',
      'list100',
      'get',
      'tax-id',
      'secret',
      'create',
      'create-once',
      'sign-in',
    ])
    for (const { title, results: targets } of results) {
      expect(output).toContain(title)
      expect(targets.map(({ target }: { target: string }) => target)).toEqual(['service', 'baseline'])
      for (const { requestsPerSecond, p50, p99, ratios } of targets) {
        expect(requestsPerSecond).toBeGreaterThan(0)
        expect(p99).toBeGreaterThanOrEqual(p50)
        expect(ratios.requestsPerSecond).toBeGreaterThan(0)
      }
      expect(targets[1].ratios.requestsPerSecond).toBe(1)
    }
  })

  it(
    'measures nothing if a target responds wrongly, and names the target and the response',
    { timeout: TIMEOUT_MS },
    async () => {
      const wrong = ['miscounting', 'lenient', 'forgetful'].map((name) => `${name}=wrong-targets/${name}.mjs`)
      const { exitCode, output, errors } = await runBench('--short', '--targets', ['baseline', ...wrong].join(','))
      expect([exitCode, output]).toEqual([1, ''])
      const mistakes = errors.slice(errors.indexOf('error: wrong responses\n')).split('\n  ').slice(1)
      const mistakesOf = (name: string) => mistakes.filter((line) => line.startsWith(`${name}: `))
      expect(mistakesOf('baseline')).toEqual([])
      expect(mistakesOf('miscounting')).toContainEqual(expect.stringContaining('the first page: '))
      expect(mistakesOf('lenient')).toEqual([expect.stringContaining('a creation by a user without accounts:create: ')])
      expect(mistakesOf('forgetful')).toEqual([expect.stringContaining('a creation: stored ')])
    },
  )

  it('growth writes the plan of every statement of an operation', { timeout: TIMEOUT_MS }, async () => {
    const plans = path.join(folder, 'plans.md')
    const sizes = ['--sizes', '200,400', '--seconds', '0.05', '--connections', '1']
    const { exitCode, output } = await runBench('growth', ...sizes, '--targets', 'service', '--plans', plans)
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^ +service +200 .*\n +service +400 /m)

    const creations = readFileSync(plans, 'utf8')
      .split('\n## ')
      .filter((part) => part.includes(': create an account (1 round trips)'))
    expect(creations).toHaveLength(1)
    for (const creation of creations) {
      for (const table of ['accounts', 'units', 'work_schedules', 'subscriptions']) {
        // The statement has a custom and a generic plan.
        expect(creation.match(new RegExp(`Insert on ${table} .*actual time=`, 'g'))).toHaveLength(2)
      }
    }
  })

  it(
    'concurrency finds every account of concurrent writers, numbered without gaps',
    { timeout: TIMEOUT_MS },
    async () => {
      const size = ['--accounts', '200', '--seconds', '0.1', '--sign-ins', '2', '--partners', '20', '--creations', '60']
      const writers = ['--writers', '20', '--targets', 'baseline']
      const { exitCode, output, errors } = await runBench('concurrency', ...size, ...writers)
      expect([exitCode, errors]).toEqual([0, expect.not.stringContaining('error')])
      expect(output).toContain('no creation was lost')
    },
  )
})

const citus = citusPrograms()
describe.skipIf(!citus)(`pnpm bench growth on Citus${citus ? '' : ' (no citus on this machine)'}`, () => {
  it(
    'measures a cluster with two workers, and each statement of a request reads one shard',
    { timeout: CITUS_TIMEOUT_MS },
    async () => {
      const file = path.join(folder, 'citus.json')
      const size = ['--sizes', '200', '--partners', '4', '--seconds', '0.05', '--connections', '1']
      const cluster = ['--targets', 'service', '--citus-workers', '2']
      const files = ['--json', file, '--plans', path.join(folder, 'citus.md')]
      const { exitCode, output, errors } = await runBench('growth', ...size, ...cluster, ...files)
      expect([exitCode, errors]).toEqual([0, expect.not.stringContaining('error')])
      expect(output).toMatch(/^ +service +200 +2 /m)
      expect(output).toMatch(/^distributing 200 accounts: [\d.]+ s$/m)
      const { results } = JSON.parse(readFileSync(file, 'utf8'))
      const shards = results.queryCounts.map(({ operation, shards }: { operation: string; shards: number }) => [
        operation,
        shards,
      ])
      expect(shards).toContainEqual(['create', 1])
      expect(shards.filter(([, count]: [string, number]) => count !== 1)).toEqual([])
    },
  )
})

it('pnpm bench rejects invalid option values with exit code 2', async () => {
  for (const wrong of [
    ['--only', 'nothing'],
    ['--targets', 'nobody'],
    ['--rounds', '0'],
    ['growth', '--sizes', '2,1'],
    ['growth', '--citus-workers', '0'],
  ]) {
    const { exitCode, output, errors } = await runBench(...wrong)
    expect([exitCode, output]).toEqual([2, ''])
    expect(errors).toContain('is invalid')
  }
})
