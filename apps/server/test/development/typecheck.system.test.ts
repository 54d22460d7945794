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

  /** Runs `pnpm typecheck` with a new cache, only for a package that compiles sources of packages/core. */
  function checkTypes() {
    const args = ['run', 'typecheck', '--filter=@partner-accounts/api', '--cache-dir=.turbo/cache']
    const { status, stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/turbo'), args, {
      cwd: workspace,
      env: { PATH: process.env['PATH'], TURBO_TELEMETRY_DISABLED: '1' },
      encoding: 'utf8',
    })
    return { status, output: stdout }
  }

  it('checks a package again when the sources of a package that it imports change', () => {
    expect(checkTypes()).toMatchObject({ status: 0 })
    expect(checkTypes()).toMatchObject({ status: 0, output: expect.stringContaining('1 cached, 1 total') })

    const file = path.join(workspace, SOURCE)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('employeesQuantity', 'numberOfEmployees'))
    const { status, output } = checkTypes()
    expect(status).not.toBe(0)
    expect(output).toMatch(/error TS\d+/)
  })
})
