#!/usr/bin/env node
// The executable of `pnpm ops …`. It is not a script of package.json, because pnpm prints the whole command line of a
// script on standard error, including tokens and passwords.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Uses the working directory of `pnpm start`, so that a relative DATA_DIR leads to the same directory.
process.chdir(fileURLToPath(new URL('../../..', import.meta.url)))

// Only the first build takes long. Later ones are quiet, because programs read the output of the CLI.
const isBuilt = existsSync('apps/ops/dist/main.js')
const build = ['tools/build.cjs', '--filter=@partner-accounts/ops', ...(isBuilt ? ['--quiet'] : [])]
const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' })
if (status !== 0) process.exit(1)
await import('../dist/main.js')
