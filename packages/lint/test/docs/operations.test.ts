import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

const page = readFile('docs/operations.md')
const source = listFiles('apps/server/src/*.ts').map(readFile).join('\n')

/** Returns the code spans in the first column of a section's table. */
const firstColumn = (title: string) =>
  page
    .split(`### ${title}\n`)[1]!
    .split('\n#')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, span]) => span!))

it('every log line on docs/operations.md is one that the service writes', () => {
  const texts = firstColumn('Log lines').map((line) => line.replaceAll('…', ''))

  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => !source.includes(text))).toEqual([])
})

it('every metric on docs/operations.md is one that the service exports', () => {
  const names = firstColumn('Metrics').map((metric) => metric.split('{')[0]!)
  const own = names.filter((name) => name.includes('_') && !name.startsWith('/') && !name.startsWith('nodejs_'))

  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((name) => !source.includes(`'${name}'`))).toEqual([])
})
