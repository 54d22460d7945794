import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { definitionOf, PROCEDURES } from './procedures.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [, vocabulary = ''] = readme.split('## Names of procedures')
// The rows of the vocabulary have the form `| verbs | meaning |`.
const cells = [...vocabulary.matchAll(/^\| (`.+`) \| .+ \|$/gm)].map(([, verbs]) => verbs!)
const VERBS = [...new Set(cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, verb]) => verb!)))]
const READING_VERBS = ['list', 'get', 'search', 'find', 'export']

/** Returns the verb that is the first word of the name. */
function verbOf(procedure: string): string | undefined {
  const name = procedure.split('.').at(-1)!
  return VERBS.find((verb) => new RegExp(`^${verb}(?![a-z])`).test(name))
}

it('the names of all procedures begin with a verb of the vocabulary in packages/api/README.md', () => {
  const names = [...PROCEDURES.keys()]
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => verbOf(name) === undefined)).toEqual([])
})

it('procedures use all verbs of the vocabulary', () => {
  const used = [...PROCEDURES.keys()].map(verbOf)
  expect(VERBS.filter((verb) => !used.includes(verb))).toEqual([])
})

it('the names of queries begin with a verb that reads', () => {
  const queries = [...PROCEDURES]
    .filter(([, procedure]) => definitionOf(procedure).type === 'query')
    .map(([name]) => name)
  expect(queries.filter((name) => !READING_VERBS.includes(verbOf(name) ?? ''))).toEqual([])
})
