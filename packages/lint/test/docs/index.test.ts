import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

it('docs/README.md links to every English page of docs', () => {
  const index = readFile('docs/README.md')
  const pages = listFiles('docs/*.md').map((page) => page.slice('docs/'.length))
  const listed = pages.filter((page) => page !== 'README.md' && !/^(adr\/\d|rest\/pt\/)/.test(page))

  expect(listed.length).toBeGreaterThan(15)
  expect(listed.filter((page) => !index.includes(`](${page})`))).toEqual([])
})
