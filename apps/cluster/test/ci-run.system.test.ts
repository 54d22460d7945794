import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WORKSPACE } from './image-recipe.ts'

/** Each project's report has one test, which passes. */
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
/** Runs `.ci/run`, in which each check is replaced by a program that only logs its call. */
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
  for (const name of ['run', 'summary.js']) copyFileSync(`${WORKSPACE}/.ci/${name}`, path.join(folder, '.ci', name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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
