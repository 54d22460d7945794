import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresPrograms } from '@partner-accounts/local-servers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { endRuns, runBench } from './run-bench.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(endRuns)

/** Each run starts a PostgreSQL and the service. */
const WITHIN_MS = 60_000

const programs = postgresPrograms()
describe.skipIf(programs === undefined)('the benchmark (skipped: no /usr/lib/postgresql/*/bin)', () => {
  it('measures every operation on every contender, and tells their ratios', { timeout: WITHIN_MS }, async () => {
    const file = path.join(folder, 'short.json')
    const { exitCode, output, errors } = await runBench('--short', '--json', file)
    expect([exitCode, errors]).toEqual([0, expect.stringContaining('checking the answers of prisma')])

    const { results } = JSON.parse(readFileSync(file, 'utf8'))
    const operations = results.map(({ operation }: { operation: string }) => operation)
    expect(operations).toEqual([
      'list',
      'deep',
      'list100',
      'get',
      'document',
      'secret',
      'create',
      'create-once',
      'sign-in',
    ])
    for (const { title, results: contenders } of results) {
      expect(output).toContain(title)
      expect(contenders.map(({ contender }: { contender: string }) => contender)).toEqual([
        'service',
        'floor',
        'prisma',
      ])
      for (const { requestsPerSecond, p50, p99, ratios } of contenders) {
        expect(requestsPerSecond).toBeGreaterThan(1)
        expect(p99).toBeGreaterThanOrEqual(p50)
        expect(ratios.requestsPerSecond).toBeGreaterThan(0)
      }
      expect(contenders[1].ratios.requestsPerSecond).toBe(1)
    }
  })

  it(
    'measures nothing when a contender answers wrongly, and tells which and where',
    { timeout: WITHIN_MS },
    async () => {
      const wrong = ['miscounting', 'lenient', 'forgetful'].map((name) => `${name}=wrong-contenders/${name}.mjs`)
      const { exitCode, output, errors } = await runBench('--short', '--contenders', ['floor', ...wrong].join(','))
      expect([exitCode, output]).toEqual([1, ''])
      const faults = errors.slice(errors.indexOf('error: wrong answers\n')).split('\n  ').slice(1)
      const told = (name: string) => faults.filter((fault) => fault.startsWith(`${name}: `))
      expect(told('floor')).toEqual([])
      expect(told('miscounting')).toContainEqual(expect.stringContaining('the first page: '))
      expect(told('lenient')).toEqual([expect.stringContaining('a creation by one who may only read: ')])
      expect(told('forgetful')).toEqual([expect.stringContaining('a creation: stored ')])
    },
  )

  it('writes down the plan of every statement of an operation', { timeout: WITHIN_MS }, async () => {
    const plans = path.join(folder, 'plans.md')
    const sizes = ['--sizes', '200,400', '--seconds', '0.1']
    const { exitCode, output } = await runBench('growth', ...sizes, '--contenders', 'floor', '--plans', plans)
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^ +floor +200 .*\n +floor +400 /m)

    const creation = readFileSync(plans, 'utf8')
      .split('\n## ')
      .find((part) => part.includes('create an account'))
    expect(creation).toContain('(1 round trips)')
    for (const table of ['accounts', 'employers', 'administrators', 'units', 'work_schedules', 'subscriptions']) {
      expect(creation?.match(new RegExp(`Insert on ${table} .*actual time=`, 'g'))).toHaveLength(2)
    }
  })

  it(
    'finds every account that writers have created at once, numbered without gaps',
    { timeout: WITHIN_MS },
    async () => {
      const size = ['--accounts', '200', '--seconds', '0.1', '--sign-ins', '2', '--partners', '20', '--creations', '60']
      const { exitCode, output, errors } = await runBench('crowds', ...size, '--writers', '20', '--contenders', 'floor')
      expect([exitCode, errors]).toEqual([0, expect.not.stringContaining('error')])
      expect(output).toContain('no creation was lost')
    },
  )
})

it('tells what it does not understand', async () => {
  for (const wrong of [
    ['--only', 'nothing'],
    ['--contenders', 'nobody'],
    ['--rounds', '0'],
    ['growth', '--sizes', '2,1'],
  ]) {
    const { exitCode, output, errors } = await runBench(...wrong)
    expect([exitCode, output]).toEqual([2, ''])
    expect(errors).toContain('is invalid')
  }
})
