import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PAGE = readFileSync(path.join(ROOT, 'docs/contributing/recipes.md'), 'utf8')
const CODE = [...PAGE.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

it('the files and folders of docs/contributing/recipes.md exist', () => {
  const named = CODE.filter((code) => /^(apps|docs|deploy|packages)\//.test(code))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
})

it('the tests that docs/contributing/recipes.md names exist', () => {
  const filters = CODE.filter((code) => /^pnpm test(:system)? /.test(code)).flatMap((code) => code.split(' ').slice(2))
  expect(filters.length).toBeGreaterThan(10)
  const tests = ['apps', 'packages'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).flatMap((name) =>
      ['src', 'test'].flatMap((folder) => testsIn(path.join(kind, name, folder))),
    ),
  )
  expect(filters.filter((filter) => !tests.some((test) => test.includes(filter)))).toEqual([])
})

function testsIn(folder: string): string[] {
  if (!existsSync(path.join(ROOT, folder))) return []
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.test.ts')).map((file) => path.join(folder, file))
}
