import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const { execFileSync } = childProcess

function reject(): never {
  throw new Error('a test that starts a process is a system test: name its file *.system.test.ts')
}

for (const name of ['exec', 'execFile', 'execSync', 'fork', 'spawn', 'spawnSync'] as const) {
  childProcess[name] = reject as never
}
// Tests of the repository's pages list its files with git.
childProcess.execFileSync = ((program: string, ...rest: []) =>
  program === 'git' ? execFileSync(program, ...rest) : reject()) as typeof execFileSync
syncBuiltinESMExports()
