import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runNode } from './running-service.ts'

const LAUNCHER = fileURLToPath(new URL('../launcher/ops.js', import.meta.url))

// What `pnpm ops` starts, from wherever it is called.
const launch = (...args: string[]) => runNode([LAUNCHER, ...args], tmpdir(), { PATH: process.env['PATH'] })

it('prints nothing of its own, and passes on the exit code', async () => {
  const help = await launch('partner', 'create', '--help')
  expect([help.exitCode, help.errors]).toEqual([0, ''])
  expect(help.output).toMatch(/^Usage: pnpm ops partner create /)

  const misunderstood = await launch('account', 'usage', 'a1', '--active-employees', '')
  expect([misunderstood.exitCode, misunderstood.output]).toEqual([2, ''])
  expect(misunderstood.errors).toMatch(/^error: option '--active-employees <N>' argument '' is invalid/)
})
