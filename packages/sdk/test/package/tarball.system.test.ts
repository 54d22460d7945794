import { loadTools } from '@partner-accounts/local-servers'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/http/version.ts'
import { packPackage, runNode } from './packed-package.ts'

const { checkPackage, createPackageFromTarballData, publint } = await loadTools()
const { tarball, folder, project } = await packPackage()
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<string, unknown>

/** Declarations that entries share, with a content hash in the name: `dist/models-DC0ySzf_.d.ts`. */
const SHARED_DECLARATIONS = /^dist\/[a-z-]+-[\w-]{8}\.d\.c?ts$/

const MAX_TARBALL_BYTES = 209_000

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

describe('the packed package', () => {
  it('passes publint', async () => {
    // A copy, because the `buffer` of a file may be larger than the file.
    const { buffer } = new Uint8Array(readFileSync(tarball))
    const { messages } = await publint({ strict: true, pack: { tarball: buffer } })
    expect(messages).toEqual([])
  })

  it('passes attw for every entry and module resolution', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    expect(result.types).toEqual({ kind: 'included' })
    expect((result as { problems: unknown[] }).problems).toEqual([])
  })

  it('has no dependencies', () => {
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('optionalDependencies')
    expect(manifest['peerDependencies']).toEqual({ msw: expect.any(String) as string })
    expect(manifest['peerDependenciesMeta']).toEqual({ msw: { optional: true } })
  })

  it('contains only the build, documents and examples, without source maps', () => {
    const filesWithoutHash = files.filter((file) => !SHARED_DECLARATIONS.test(file))
    const entries = ['batch', 'index', 'testing', 'webhooks'].flatMap((entry) =>
      ['cjs', 'js', 'd.cts', 'd.ts'].map((ending) => `dist/${entry}.${ending}`),
    )
    const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']
    // For tools that do not read `exports`: TypeScript with `moduleResolution: node`, Jest 27, old bundlers.
    const folders = ['batch', 'testing', 'webhooks'].map((entry) => `${entry}/package.json`)
    const examples = readdirSync(EXAMPLES).map((file) => `examples/${file}`)
    const programs = ['dist/browser.js', 'dist/cli.js']
    expect(filesWithoutHash.sort()).toEqual([...documents, ...entries, ...folders, ...examples, ...programs].sort())
    for (const file of files.filter((file) => /js$/.test(file))) expect(read(file), file).not.toContain('sourceMapping')
    console.info(`The tarball: ${statSync(tarball).size} of ${MAX_TARBALL_BYTES} bytes`)
    expect(statSync(tarball).size).toBeLessThanOrEqual(MAX_TARBALL_BYTES)
  })

  it('has names of functions and files in its stack traces', async () => {
    const program = `const sdk = require('@partner-accounts/sdk')
      try { new sdk.PartnerAccounts({}) } catch (error) { console.log(error.stack) }`
    const stack = await runNode(project, ['-e', program])
    expect(stack).toMatch(/at checkClientOptions \(.+\/dist\/index\.cjs:\d+/)
  })

  it('exports the version of its package.json', () => {
    expect(VERSION).toBe(manifest['version'])
    expect(read('CHANGELOG.md')).toContain(`\n## ${VERSION}\n`)
    expect(read('README.md')).toContain(`/sdk-${VERSION}.tgz"`)
  })
})
