import { expect, it } from 'vitest'
import { workbookOf } from '../../test/workbook.ts'
import { readWorkbook } from './read-workbook.ts'

const read = async (...sheets: Parameters<typeof workbookOf>) => {
  const found = await readWorkbook(workbookOf(...sheets))
  if (typeof found === 'string') throw new Error(found)
  return found
}

it('reads every sheet with its name, and which sheets and rows are hidden', async () => {
  const sheets = await read(
    { name: 'Instruções & ajuda', rows: [{ cells: ['Leia'] }] },
    { name: 'Clientes', rows: [{ cells: ['CNPJ'] }, { cells: ['1'], isHidden: true }, { cells: ['2'] }] },
    { name: 'Listas', state: 'veryHidden', rows: [{ cells: ['SP'] }] },
  )
  expect(sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['Instruções & ajuda', false],
    ['Clientes', false],
    ['Listas', true],
  ])
  expect(sheets[1]?.rows).toEqual([
    { line: 1, cells: ['CNPJ'], isHidden: false },
    { line: 2, cells: ['1'], isHidden: true },
    { line: 3, cells: ['2'], isHidden: false },
  ])
})

it('reads errors, large numbers, dates and booleans as a spreadsheet shows them', async () => {
  const cells = [
    { error: '#N/A' },
    { number: '1.2345678000195E13' },
    { date: 46_366 },
    { boolean: true },
    { number: '0.5' },
  ]
  const [sheet] = await read({ name: 'Clientes', rows: [{ cells }] })
  expect(sheet?.rows[0]?.cells).toEqual(['#N/A', '12345678000195', '10/12/2026', 'VERDADEIRO', '0.5'])
})

it('reads a workbook with a sheet that only contains a chart', async () => {
  const chart = { name: 'Gráfico', rows: [], isChart: true }
  const sheets = await read(chart, { name: 'Clientes', rows: [{ cells: ['CNPJ'] }] })
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Gráfico', 0],
    ['Clientes', 1],
  ])
})

it('rejects what is not a workbook', async () => {
  await expect(readWorkbook(new Uint8Array([0x50, 0x4b, 0x03, 0x04]))).rejects.toThrow()
})
