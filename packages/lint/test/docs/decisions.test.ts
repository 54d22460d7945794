import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

/** What the paths of a section are relative to, unless they begin with `apps` or `packages`. */
const FOLDERS: Record<string, string> = { 'The portal': 'apps/portal', Deployment: 'apps/cluster/test' }
const DEFAULT_FOLDER = 'apps/server/test'

/** The tests that the last column of each row names, as patterns of paths. */
const namedTests = ['docs/decisions.md', 'docs/security.md']
  .flatMap((page) => readFile(page).split(/^## /m).slice(1))
  .flatMap((section) => {
    const [title, ...lines] = section.split('\n')
    // The header row precedes the delimiter row.
    const rows = lines.filter((line, index) => line.startsWith('| ') && !lines[index + 1]?.startsWith('|-'))
    return rows.map((row) => {
      const lastColumn = row.split(' | ').at(-1)!
      const names = [...lastColumn.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
      const folder = FOLDERS[title!] ?? DEFAULT_FOLDER
      return { row, paths: names.map((name) => (/^(apps|packages)\//.test(name) ? name : `${folder}/${name}`)) }
    })
  })

it('every row of docs/decisions.md and docs/security.md names tests that exist', () => {
  // Browser tests of the portal are in files without `.test`, which its system tests import.
  const tests = listFiles('*.test.ts', '*.contract.ts', 'apps/portal/test/*.ts').map((file) =>
    file.replace(/(\.system)?(\.test)?\.ts$/, ''),
  )
  const exists = (pattern: string) =>
    tests.some((test) => (pattern.endsWith('/*') ? test.startsWith(pattern.slice(0, -1)) : test === pattern))

  expect(namedTests.length).toBeGreaterThan(90)
  expect(namedTests.filter(({ paths }) => paths.length === 0)).toEqual([])
  expect(namedTests.flatMap(({ paths }) => paths).filter((path) => !exists(path))).toEqual([])
})
