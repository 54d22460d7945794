import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { copyWorkspace } from './image-recipe.ts'

const execute = promisify(execFile)

interface Bill {
  metadata: { component: { version: string } }
  components: { group?: string; name: string }[]
}

const UNRELEASED = '## Unreleased\n\n### Added\n\n- A change of the rehearsal.\n'

describe('a release of the service', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-release-'))
  /** A copy of the repository, in which the release commits and tags. */
  const repository = path.join(folder, 'repository')
  const run = async (command: string, ...args: string[]) => {
    const environment = { ...process.env, pnpm_config_verify_deps_before_run: 'false', CI: 'true' }
    return (await execute(command, args, { cwd: repository, env: environment })).stdout
  }
  const read = (file: string) => readFileSync(path.join(repository, file), 'utf8')
  /** Returns names such as `@trpc/server`, and `/pino` for a package without a scope. */
  const packagesOf = ({ components }: Bill) => components.map(({ group, name }) => [group, name].join('/'))
  beforeAll(async () => {
    copyWorkspace(repository)
    // After a release, nothing is listed as unreleased.
    const changelog = read('CHANGELOG.md').replace(/^## Unreleased\n(\n### Added\n\n)?/m, UNRELEASED)
    writeFileSync(path.join(repository, 'CHANGELOG.md'), changelog)
    await run('git', 'init', '--quiet', '--initial-branch=main')
    await run('git', 'config', 'user.name', 'Test')
    await run('git', 'config', 'user.email', 'test@example.com')
    await run('git', 'add', '--all')
    await run('git', 'commit', '--quiet', '--message', 'start')
    await run('pnpm', 'install', '--frozen-lockfile', '--offline', '--ignore-scripts')
    await run('pnpm', 'version', '1.2.3', '--message', 'chore: release %s')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is a tagged commit with a dated changelog', async () => {
    expect(await run('git', 'tag', '--points-at', 'HEAD')).toBe('v1.2.3\n')
    expect(await run('git', 'status', '--short')).toBe('')
    expect(read('CHANGELOG.md')).toMatch(
      /^## Unreleased\n\n## 1\.2\.3 - \d{4}-\d\d-\d\d\n\n### Added\n\n- A change of the rehearsal\./m,
    )
  })

  it('has notes, bills of materials and the client', async () => {
    await run('.ci/release-files', 'v1.2.3')
    const files = ['notes.md', 'partner-accounts-client-1.2.3.tgz', 'sbom-pages.cdx.json', 'sbom-service.cdx.json']
    expect(readdirSync(path.join(repository, 'release')).sort()).toEqual(files)
    const [, changes] = read('CHANGELOG.md').split(/^## 1\.2\.3.*\n/m)
    expect(read('release/notes.md')).toBe(changes?.split(/^## /m)[0])

    const readBill = (name: string) => JSON.parse(read(`release/sbom-${name}.cdx.json`)) as Bill
    const service = readBill('service')
    expect(service.metadata.component.version).toBe('1.2.3')
    for (const app of ['server', 'ops']) {
      const { dependencies } = JSON.parse(read(`apps/${app}/package.json`)) as { dependencies: Record<string, string> }
      const names = Object.keys(dependencies).map((name) => (name.startsWith('@') ? name : `/${name}`))
      expect(packagesOf(service)).toEqual(expect.arrayContaining(names))
    }
    expect(packagesOf(service)).not.toContain('/vitest')
    expect(packagesOf(readBill('pages'))).toContain('/react')
  })

  it.each(['.ci/check-release', '.ci/release-files'])(
    'is rejected by %s when the tag has another version',
    async (program) => {
      await expect(run(program, 'v1.2.4')).rejects.toThrow('package.json has version 1.2.3')
    },
  )

  it('is checked before the image is published, and its files are published after the image', () => {
    const { jobs } = parse(read('.github/workflows/release-service.yml')) as {
      jobs: Record<string, { needs?: string; steps: { uses?: string; run?: string; with?: { push?: boolean } }[] }>
    }
    const steps = jobs['image']!.steps
    const checkedAt = steps.findIndex(({ run: command }) => command?.startsWith('.ci/check-release '))
    expect(checkedAt).toBeGreaterThan(0)
    expect(steps.findIndex((step) => step.with?.push)).toBeGreaterThan(checkedAt)
    expect(steps.findIndex((step) => step.uses?.startsWith('docker/login-action'))).toBeGreaterThan(checkedAt)
    expect(jobs['files']!.needs).toBe('image')
  })
})
