#!/usr/bin/env node
// `exec` for cmd.exe. In POSIX shells `exec` is built in and replaces the shell, so that signals and the exit code are
// those of the program.
const { spawnSync } = require('node:child_process')

const [, , command, ...others] = process.argv
process.exit(spawnSync(command, others, { stdio: 'inherit' }).status ?? 1)
