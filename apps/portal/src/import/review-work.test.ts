import { expect, it } from 'vitest'
import { changeWork } from './review-work.ts'
import { newImport } from './unfinished-import.ts'

const row = (line: number, ...cells: string[]) => ({ line, cells, isHidden: false })
const { sheets, work } = newImport(
  'clientes.csv',
  [{ name: '', isHidden: false, rows: [row(1, 'CNPJ', 'E-mail', 'E-mail'), row(2, '1', 'a@b', 'c@d')] }],
  new Map(),
)

it('changeWork moves a field to the column that a person chose, and settles the tie', () => {
  expect(work.columns).toEqual(['company_doc.cnpj', 'email', undefined])
  const settled = changeWork(sheets, work, { kind: 'tie', field: 'email', column: 2 })
  expect(settled).toMatchObject({ columns: ['company_doc.cnpj', undefined, 'email'], settled: ['email'] })
})

it('changeWork keeps the previous edits of an edited row, and forgets why the service rejected it', () => {
  const rejected = { ...work, edits: { 2: { email: 'x' } }, rejections: { 2: 'taken', 3: 'taken' } }
  const edited = changeWork(sheets, rejected, { kind: 'edit', edits: { 2: { full_name: 'Ana' } } })
  expect(edited.edits).toEqual({ 2: { email: 'x', full_name: 'Ana' } })
  expect(edited.rejections).toEqual({ 3: 'taken' })
})

it('changeWork forgets edits when another sheet is chosen, and keeps them when only the headings change', () => {
  const edited = changeWork(sheets, work, { kind: 'edit', edits: { 2: { full_name: 'Ana' } } })
  const place = { ...work.place, headingRows: 0 } as const
  expect(changeWork(sheets, edited, { kind: 'place', place, remembered: new Map() }).edits).toEqual(edited.edits)
  const other = { ...place, sheet: 1 }
  expect(
    changeWork([...sheets, ...sheets], edited, { kind: 'place', place: other, remembered: new Map() }).edits,
  ).toEqual({})
})
