// Usage: `pnpm typecheck [--watch] [--filter=<package> …]`. Checks the types of all packages by default. With `--watch`, it
// keeps running and checks packages again when their sources change.
require('./check-node.cjs')
const path = require('node:path')
const { spawn } = require('node:child_process')

const WATCH = '--watch'

const given = process.argv.slice(2)
const others = given.filter((argument) => argument !== WATCH)
const command = given.includes(WATCH)
  ? ['watch', 'typecheck']
  : ['run', 'typecheck', '--concurrency=100%', '--continue']
const turbo = spawn(
  path.join(__dirname, '../node_modules/.bin/turbo'),
  [...command, '--output-logs=errors-only', ...others],
  // On Windows, the command is a script.
  { stdio: 'inherit', shell: process.platform === 'win32' },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => turbo.kill(signal))
turbo.on('close', (code) => {
  process.exitCode = code ?? 1
})
