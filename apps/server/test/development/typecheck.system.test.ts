import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyWorkspace } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SOURCE = 'packages/core/src/accounts/create-account.ts'

describe('pnpm typecheck', () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'partner-accounts-types-'))
  beforeAll(() => copyWorkspace(ROOT, workspace))
  afterAll(() => rmSync(workspace, { recursive: true, force: true }))

  /** Returns turbo's hash of the type check of a package that compiles sources of packages/core. Only a new hash runs it. */
  function hashOfCheck(): string {
    const args = ['run', 'typecheck', '--filter=@partner-accounts/api', '--dry=json']
    const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/turbo'), args, {
      cwd: workspace,
      env: { PATH: process.env['PATH'], TURBO_TELEMETRY_DISABLED: '1' },
      encoding: 'utf8',
    })
    const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; hash: string }[] }
    return tasks.find(({ taskId }) => taskId === '@partner-accounts/api#typecheck')!.hash
  }

  it('checks a package again only when the sources of a package that it imports change', () => {
    const hash = hashOfCheck()
    expect(hashOfCheck()).toBe(hash)
    const file = path.join(workspace, SOURCE)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('employeesQuantity', 'numberOfEmployees'))
    expect(hashOfCheck()).not.toBe(hash)
  })
})
