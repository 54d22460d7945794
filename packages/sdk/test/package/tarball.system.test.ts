import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/http/version.ts'
import { packPackage, runNode } from './packed-package.ts'
import { loadTools } from './tools.ts'

const { checkPackage, createPackageFromTarballData, publint } = await loadTools()
const { tarball, folder, project } = await packPackage()
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<string, unknown>

/** Declarations that entries share, with a content hash in the name: `dist/models-DC0ySzf_.d.ts`. */
const SHARED_DECLARATIONS = /^dist\/[a-z-]+-[\w-]{8}\.d\.c?ts$/

interface SourceMap {
  sources: string[]
  sourcesContent?: (string | null)[]
}

describe('the packed package', () => {
  it('passes publint', async () => {
    const { buffer } = new Uint8Array(readFileSync(tarball))
    const { messages } = await publint({ strict: true, pack: { tarball: buffer } })
    expect(messages).toEqual([])
  })

  it('passes attw for every entry and module resolution', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    expect(result.types).toEqual({ kind: 'included' })
    // Node 10's module resolution does not support `exports`, so it finds only the main entry.
    const problems = (result as { problems: { resolutionKind?: string; entrypoint?: string }[] }).problems.filter(
      ({ resolutionKind, entrypoint }) => !(resolutionKind === 'node10' && entrypoint !== '.'),
    )
    expect(problems).toEqual([])
  })

  it('has no dependencies', () => {
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('optionalDependencies')
    expect(manifest['peerDependencies']).toEqual({ msw: expect.any(String) as string })
    expect(manifest['peerDependenciesMeta']).toEqual({ msw: { optional: true } })
  })

  it('contains the build, the sources of its source maps and documents, but no tests or tool settings', () => {
    const entries = ['batch', 'index', 'testing']
    const built = files.filter((file) => file.startsWith('dist/') && !SHARED_DECLARATIONS.test(file))
    const expected = entries.flatMap((entry) =>
      ['cjs', 'cjs.map', 'js', 'js.map', 'd.cts', 'd.ts'].map((ending) => `dist/${entry}.${ending}`),
    )
    expect(built.sort()).toEqual([...expected, 'dist/cli.js', 'dist/cli.js.map'].sort())
    expect(files.filter((file) => !/^(dist|src)\//.test(file)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
    ])
    const sources = files.filter((file) => file.startsWith('src/'))
    expect(sources.filter((file) => !/^src\/([a-z-]+\/)*[a-z-]+\.ts$/.test(file))).toEqual([])
  })

  it('has source maps that lead to its sources, in the package or in the map', () => {
    const maps = files.filter((file) => file.endsWith('.map'))
    expect(maps).not.toEqual([])
    for (const map of maps) {
      expect(read(map.slice(0, -'.map'.length)), map).toMatch(
        new RegExp(`^//# sourceMappingURL=${path.basename(map)}$`, 'm'),
      )
      const { sources, sourcesContent = [] } = JSON.parse(read(map)) as SourceMap
      expect(sources, map).not.toEqual([])
      // The map contains the rules that the fake service bundles, as they belong to another package.
      const missing = sources.filter(
        (source, index) => !existsSync(path.resolve(folder, path.dirname(map), source)) && !sourcesContent[index],
      )
      expect(missing, map).toEqual([])
    }
  })

  it('shows its sources in stack traces', async () => {
    const program = `const sdk = require('@partner-accounts/sdk')
      try { new sdk.PartnerAccounts({}) } catch (error) { console.log(error.stack) }`
    const stack = await runNode(project, ['--enable-source-maps', '-e', program])
    expect(stack).toContain(path.join(folder, 'src/client.ts'))
  })

  it('exports the version of its package.json', () => {
    expect(VERSION).toBe(manifest['version'])
    expect(read('CHANGELOG.md')).toContain(`\n## ${VERSION}\n`)
  })
})
