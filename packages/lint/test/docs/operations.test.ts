import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

it('every log line on docs/operations.md is one that the service writes', () => {
  const source = listFiles('apps/server/src/*.ts').map(readFile).join('\n')
  const [, section = ''] = readFile('docs/operations.md').split('### Log lines\n')
  const [table = ''] = section.split('\n#')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const texts = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))

  expect(texts.length).toBeGreaterThan(10)
  expect(texts.map((text) => text.replaceAll('…', '')).filter((text) => !source.includes(text))).toEqual([])
})
