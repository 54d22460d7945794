import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyWorkspace } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

describe('pnpm hooks', () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'partner-accounts-hooks-'))

  beforeAll(async () => {
    await copyWorkspace(ROOT, workspace)
    git('init', '--quiet')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'initial')
    const { status } = run(path.join(ROOT, 'node_modules/.bin/simple-git-hooks'))
    expect(status).toBe(0)
  })

  afterAll(() => rmSync(workspace, { recursive: true, force: true }))

  function run(program: string, ...options: string[]) {
    const author = { GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@example.com' }
    const committer = { GIT_COMMITTER_NAME: 'Ana', GIT_COMMITTER_EMAIL: 'ana@example.com' }
    const env = { PATH: process.env['PATH'], HOME: workspace, ...author, ...committer }
    return spawnSync(program, options, { cwd: workspace, env, encoding: 'utf8' })
  }

  function git(...options: string[]) {
    return run('git', ...options)
  }

  function commit(content: string, message: string) {
    writeFileSync(path.join(workspace, 'tools/sample.cjs'), content)
    git('add', 'tools/sample.cjs')
    return git('commit', '--message', message)
  }

  it('reject what prettier would change, with the command that mends it', () => {
    const { status, stderr } = commit('module.exports = { a:1 };', 'feat(tools): add a sample')
    expect(status).not.toBe(0)
    expect(stderr).toContain('To mend: pnpm prettier --write tools/sample.cjs')
  })

  it('reject a message that is not conventional', () => {
    const { status, stderr } = commit('module.exports = { a: 1 }\n', 'Added a sample')
    expect(status).not.toBe(0)
    expect(stderr).toContain('is not a conventional message')
  })

  it('accept what is formatted, with a conventional message', () => {
    const { status, stderr } = commit('module.exports = { a: 1 }\n', 'feat(tools): add a sample')
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })
})
