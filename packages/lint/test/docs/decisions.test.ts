import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

/** What the paths of a section are relative to, unless they begin with `apps` or `packages`. */
const FOLDERS: Record<string, string> = { 'The portal': 'apps/portal', Deployment: 'apps/cluster/test' }
const DEFAULT_FOLDER = 'apps/server/test'

/** Returns the tests that the last column of each row names, as patterns of paths. */
const namedTests = readFile('docs/decisions.md')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [title, ...lines] = section.split('\n')
    const rows = lines.filter((line) => line.startsWith('| ')).slice(1)
    return rows.map((row) => {
      const names = [
        ...row
          .split(' | ')
          .at(-1)!
          .matchAll(/`([^`]+)`/g),
      ].map(([, name]) => name!)
      const folder = FOLDERS[title!] ?? DEFAULT_FOLDER
      return { row, paths: names.map((name) => (/^(apps|packages)\//.test(name) ? name : `${folder}/${name}`)) }
    })
  })

it('every row of docs/decisions.md names tests that exist', () => {
  const tests = listFiles('*.test.ts', '*.contract.ts').map((file) => file.replace(/(\.test)?\.ts$/, ''))
  const exists = (pattern: string) =>
    tests.some((test) => (pattern.endsWith('/*') ? test.startsWith(pattern.slice(0, -1)) : test === pattern))

  expect(namedTests.length).toBeGreaterThan(70)
  expect(namedTests.filter(({ paths }) => paths.length === 0)).toEqual([])
  expect(namedTests.flatMap(({ paths }) => paths).filter((path) => !exists(path))).toEqual([])
})
