import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { recordRun } from './recorded-run.ts'

it('completion prints a script with which bash completes commands and options', async () => {
  const { output, calls } = await recordRun(['completion'])
  expect(calls).toEqual([])
  const complete = (...typed: string[]) => {
    const words = typed.map((word) => `'${word}'`).join(' ')
    const line = `COMP_WORDS=(ops ${words}); COMP_CWORD=${typed.length}; _partner_accounts_ops; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', `${output}${line}`], { encoding: 'utf8' })
      .trim()
      .split(' ')
  }
  expect(complete('acc')).toEqual(['account'])
  expect(complete('account', 're')).toEqual(['revoke-token', 'reissue-token'])
  expect(complete('account', 'list', '--st')).toEqual(['--status'])
  expect(complete('account', 'list', '--status', 'active', '--cs')).toEqual(['--csv'])
})
