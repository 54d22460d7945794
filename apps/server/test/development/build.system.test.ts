import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

it('node tools/build.cjs reports how to install pnpm when it is not on the PATH', () => {
  const programs = mkdtempSync(path.join(tmpdir(), 'partner-accounts-path-'))
  try {
    symlinkSync(process.execPath, path.join(programs, 'node'))
    const args = ['tools/build.cjs', '--filter=@partner-accounts/core']
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      env: { PATH: programs },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('pnpm is not on the PATH')
    expect(stderr).toContain('npm install --global pnpm@')
  } finally {
    rmSync(programs, { recursive: true, force: true })
  }
})
