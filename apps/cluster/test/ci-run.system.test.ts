import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WORKSPACE } from './image-recipe.ts'

/** A vitest that reports one test, which passes. */
const VITEST = `#!/bin/sh
echo "vitest $*" >>"$CALLS"
for word; do case $word in --outputFile.json=*) report=\${word#*=} ;; esac; done
[ -z "\${report:-}" ] || echo '{"testResults":[{"name":"a","status":"passed","assertionResults":[{"status":"passed"}]}]}' >"$report"
`
const logCall = (name: string) => `#!/bin/sh\necho "${name} $*" >>"$CALLS"\n`
/** Runs the command in place of a new network namespace. */
const UNSHARE = '#!/bin/bash\nshift\nexec "$@"\n'
const vulnerablePnpm = `${logCall('pnpm')}[ "$1" != audit ] || { echo 'critical: vulnerable-package'; exit 1; }\n`

let folder = ''
const calls = () => readFileSync(path.join(folder, 'calls'), 'utf8')
const write = (name: string, text: string) => {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}
/** Runs `.ci/run` with programs that only log their calls in place of the checks. */
function runChecks(programs: Record<string, string> = {}) {
  const replaced = {
    'bin/pnpm': logCall('pnpm'),
    'bin/npx': logCall('npx'),
    'bin/ip': logCall('ip'),
    'bin/unshare': UNSHARE,
    'node_modules/.bin/vitest': VITEST,
    '.ci/install-programs': logCall('install-programs'),
    'tools/build.cjs': '',
    ...programs,
  }
  for (const [name, text] of Object.entries(replaced)) write(name, text)
  const PATH = `${folder}/bin:${process.env['PATH']}`
  return spawnSync('bash', ['.ci/run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, CALLS: path.join(folder, 'calls') },
  })
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-ci-'))
  mkdirSync(path.join(folder, '.ci'))
  for (const name of ['run', 'summary.js', 'failed-files.js'])
    copyFileSync(`${WORKSPACE}/.ci/${name}`, path.join(folder, '.ci', name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The first project of each call of vitest. */
const PROJECTS = ['unit', 'system-containers', 'system-citus', 'system']

it('.ci/run succeeds when every check does', () => {
  expect(runChecks()).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n4 passed, 0 failed, 0 skipped\n$/) })
  for (const project of PROJECTS) expect(calls()).toContain(`--project=${project} `)
  for (const call of ['pnpm audit', 'pnpm run verify:static', 'install-programs', 'npx'])
    expect(calls()).toContain(call)
})

it.each([
  ['a known vulnerability', { 'bin/pnpm': vulnerablePnpm }, 'vulnerable-package'],
  ['a failed installation', { '.ci/install-programs': '#!/bin/sh\necho no packages\nexit 1\n' }, 'no packages'],
  ['a failed build', { 'tools/build.cjs': "console.log('no build'); process.exit(1)" }, 'no build'],
])('.ci/run fails after %s, but only after all checks and the summary', (_cause, programs, message) => {
  const { status, stdout } = runChecks(programs)
  expect([status, stdout]).toEqual([1, expect.stringContaining(message)])
  expect(stdout).toMatch(/\n4 passed, 0 failed, 0 skipped\n$/)
  for (const project of PROJECTS) expect(calls()).toContain(`--project=${project} `)
  expect(calls()).toContain('pnpm run verify:static')
})

/** Returns a vitest with this many files per project, in which the files of `system-citus` fail once or always. */
const createFailingVitest = (files: number, times: 'once' | 'always') => `#!/usr/bin/env node
const fs = require('node:fs')
const call = process.argv.slice(2).join(' ')
fs.appendFileSync(process.env.CALLS, 'vitest ' + call + '\\n')
const report = /--outputFile.json=(\\S+)/.exec(call)?.[1]
const failed = call.includes('system-citus') && (${times === 'always'} || !report.endsWith('.repeated'))
const status = failed ? 'failed' : 'passed'
const test = { status, fullName: 'a name', failureMessages: ['expected 1 to be 2'] }
const file = (_, index) => ({ name: process.cwd() + '/test-' + index, status, assertionResults: [test] })
if (report) fs.writeFileSync(report, JSON.stringify({ testResults: Array.from({ length: ${files} }, file) }))
process.exitCode = failed ? 1 : 0
`

it('.ci/run repeats a few failed files once, one after another, and names what failed', () => {
  const { status, stdout, stderr } = runChecks({ 'node_modules/.bin/vitest': createFailingVitest(2, 'once') })
  expect(stderr).toMatch(/failed the first time: .*test-1: a name\nexpected 1 to be 2/)
  expect(calls()).toMatch(/--project=system-citus --maxWorkers=1 test-0 test-1 .*system-citus-report.json.repeated\n/)
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\n8 passed, 0 failed, 0 skipped\n$/)])
})

it('.ci/run fails after tests that fail twice, and repeats no more than five files', () => {
  const twice = runChecks({ 'node_modules/.bin/vitest': createFailingVitest(2, 'always') })
  expect([twice.status, twice.stdout]).toEqual([1, expect.stringMatching(/\n6 passed, 2 failed, 0 skipped\n$/)])

  const many = runChecks({ 'node_modules/.bin/vitest': createFailingVitest(6, 'once') })
  expect([many.status, many.stdout]).toEqual([1, expect.stringMatching(/\n18 passed, 6 failed, 0 skipped\n$/)])
})
