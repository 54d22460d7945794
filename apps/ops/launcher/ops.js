#!/usr/bin/env node
// `pnpm ops …`. A command of the workspace and not a script of its package.json: before it runs a script, pnpm repeats
// the whole command line on standard error, and with it tokens and passwords.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Where `pnpm start` runs, so that a relative DATA_DIR means the same.
process.chdir(fileURLToPath(new URL('../../..', import.meta.url)))
process.env.TURBO_TELEMETRY_DISABLED = '1'

const build = spawnSync(
  'node_modules/.bin/turbo',
  ['run', 'build', '--filter=@partner-accounts/ops', '--output-logs=errors-only', '--log-prefix=none'],
  { encoding: 'utf8' },
)
if (build.status !== 0) {
  process.stderr.write(build.error ? `${build.error.message}\n` : `${build.stdout}${build.stderr}`)
  process.exit(1)
}
await import('../dist/main.js')
