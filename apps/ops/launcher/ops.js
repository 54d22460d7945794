#!/usr/bin/env node
// `pnpm ops …`. This is an executable, not a script of package.json: before it runs a script, pnpm prints the whole
// command line on standard error, including tokens and passwords.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// The folder in which `pnpm start` runs, so that a relative DATA_DIR leads to the same directory.
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
