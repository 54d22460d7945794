import path from 'node:path'
import { expect, it } from 'vitest'
import { listFiles, readFile } from './repository.ts'

const STATUS = /^\*\*Status\.\*\* (Accepted|Superseded by \[ADR \d+\]\(\d{4}-[\w-]+\.md\)), \d{4}-\d{2}-\d{2}\b/
const records = listFiles('docs/adr/[0-9]*.md')

it.each(records)('%s states its status and date in its second paragraph', (file) => {
  expect(readFile(file).split('\n\n')[1]).toMatch(STATUS)
})

it('docs/adr/README.md links to every record once', () => {
  const links = [...readFile('docs/adr/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, link]) => link)
  expect(links).toEqual(records.map((file) => path.basename(file)))
})
