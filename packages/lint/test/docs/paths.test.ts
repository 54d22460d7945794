import path from 'node:path'
import { expect, it } from 'vitest'
import { fileExists, listFiles, readFile } from './repository.ts'

/** How docs/architecture.md abbreviates the sources of a package. */
const SOURCES: Record<string, string> = {
  core: 'packages/core/src',
  db: 'packages/db/src',
  api: 'packages/api/src',
  rules: 'packages/rules/src',
  server: 'apps/server/src',
}

const codeSpans = (page: string) => [...readFile(page).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)

it('every source file that docs/architecture.md names exists', () => {
  const named = codeSpans('docs/architecture.md').flatMap((span) => {
    const [, name, file] = /^(\w+)\/([\w/-]+\.ts)$/.exec(span) ?? []
    return name === undefined ? [] : [`${SOURCES[name] ?? name}/${file}`]
  })
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((file) => !fileExists(file))).toEqual([])
})

it('every path in the README of a package exists', () => {
  const named = listFiles('packages/*/README.md', 'apps/*/README.md').flatMap((readme) =>
    codeSpans(readme)
      .filter((span) => /^(src|test|prisma|launcher)\/[\w./-]*$/.test(span))
      .map((span) => path.posix.join(path.posix.dirname(readme), span)),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((file) => !fileExists(file))).toEqual([])
})
