import { describe, expect, it } from 'vitest'
import { newImport, takeBack, toRehearsal, type UnfinishedImport, withCorrections } from './unfinished-import.ts'

const row = (line: number, ...cells: string[]) => ({ line, cells, isHidden: false })
const imported = newImport(
  'clientes.csv',
  [{ name: '', isHidden: false, rows: [row(1, 'CNPJ'), row(2, '1'), row(3, '2')] }],
  new Map(),
)
const withWork = (work: Partial<UnfinishedImport['work']>): UnfinishedImport => ({
  ...imported,
  work: { ...imported.work, ...work },
})

describe('takeBack', () => {
  const rejected = [{ line: 2, key: 'key of row 2', reason: 'taken' }]

  it('moves rejected rows back to the import, with their reasons', () => {
    const { work } = takeBack(withWork({ sent: [2, 3] }), rejected)
    expect(work).toMatchObject({ sent: [3], rejections: { 2: 'taken' } })
  })

  it('does not move a row again that was corrected and sent in another batch', () => {
    const { work } = takeBack(withWork({ sent: [2, 3] }), rejected)
    const sentAgain = withWork({ ...work, sent: [2, 3], rejections: {} })
    expect(takeBack(sentAgain, rejected).work).toMatchObject({ sent: [2, 3], rejections: {} })
  })
})

it('withCorrections forgets why rows were rejected that were corrected in the rehearsal', () => {
  const original = withWork({ rejections: { 2: 'taken', 3: 'taken' } })
  const rehearsal = toRehearsal(original)
  const corrected = { ...rehearsal, work: { ...rehearsal.work, edits: { 2: { email: 'ana@estrela.example' } } } }
  expect(withCorrections(original, corrected).work).toMatchObject({
    edits: { 2: { email: 'ana@estrela.example' } },
    rejections: { 3: 'taken' },
  })
})
