import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runNode } from './running-service.ts'

const LAUNCHER = fileURLToPath(new URL('../launcher/ops.js', import.meta.url))

// Runs the executable behind `pnpm ops`, from a folder outside the workspace.
const launch = (...args: string[]) => runNode([LAUNCHER, ...args], tmpdir(), { PATH: process.env['PATH'] })

it('pnpm ops prints only the output of the CLI and returns its exit code', async () => {
  const help = await launch('partner', 'create', '--help')
  expect([help.exitCode, help.errors]).toEqual([0, ''])
  expect(help.output).toMatch(/^Usage: pnpm ops partner create /)

  const usageError = await launch('account', 'usage', 'a1', '--active-employees', '')
  expect([usageError.exitCode, usageError.output]).toEqual([2, ''])
  expect(usageError.errors).toMatch(/^error: option '--active-employees <N>' argument '' is invalid/)
})
