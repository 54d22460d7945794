import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { LOCALES } from '@partner-accounts/ui/messages'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { type AccountDraft, type Field, FIELDS } from '../../accounts/account-draft.ts'
import { editRow } from '../unfinished-import.ts'
import { checkRows } from './check-rows.ts'
import { hasGuesses, matchColumns, missingFields, rememberColumn, rememberedColumns, tiesOf } from './columns.ts'
import { findTable, hasOtherTables, tableAt } from './find-table.ts'
import { type ReadResult, readFile, readText } from '../file/read-file.ts'
import type { SourceSheet } from '../file/read-workbook.ts'
import { cellsOf, columnLabels, SAMPLE } from '../../accounts/account-cells.ts'
import { toRows } from './to-rows.ts'
import { splitCity } from './states.ts'

/** The choices for columns of previous files: none. */
const NOTHING_REMEMBERED: ReadonlyMap<string, Field | undefined> = new Map()

const sheetsOf = (read: ReadResult): SourceSheet[] => {
  if (!Array.isArray(read)) throw new Error(`expected sheets, not ${JSON.stringify(read)}`)
  return read
}
const importSheets = (read: ReadResult) => {
  const sheets = sheetsOf(read)
  const table = tableAt(sheets, findTable(sheets, NOTHING_REMEMBERED))
  return toRows(table, matchColumns(table, NOTHING_REMEMBERED))
}
const importText = (text: string) => importSheets(readText(text))
const SAMPLE_ROW = Object.fromEntries(cellsOf(SAMPLE).map((cell, index) => [FIELDS[index], cell]))
/** A CSV file with one customer. The e-mail differs from the template's, whose example would be left out. */
const csvWith = (changes: object) => writeCsv(FIELDS, [{ ...SAMPLE_ROW, email: 'maria@padaria.example', ...changes }])
/** Removes the byte order mark that `writeCsv` writes first. */
const withoutBom = (csv: string) => csv.slice(1)
const onlyRowOf = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows
  if (!row || rows.length > 1) throw new Error(`expected one row, not ${rows.length}`)
  return row
}
/** The customer of `csvWith`, as it is imported. */
const imported = onlyRowOf(importText(csvWith({})))
const importWith = (changes: Partial<AccountDraft>) => onlyRowOf(importText(csvWith({ ...imported.draft, ...changes })))
const columnsOf = (headings: readonly string[]) => matchColumns({ headings, rows: [] }, NOTHING_REMEMBERED)
/** Imports a file of another program. Unlike `writeCsv`, it does not escape formulas. */
const importRaw = (changes: Partial<AccountDraft>) => {
  const values = Object.values<string>({ ...imported.draft, ...changes })
  const cells = values.map((text) => `"${text.replaceAll('"', '""')}"`)
  return onlyRowOf(importText(`${FIELDS.join(';')}\n${cells.join(';')}\n`))
}
/** A sheet of a workbook. Each argument is a line, with `|` between its cells. */
const sheetOf = (...lines: string[]) => ({
  name: '',
  isHidden: false,
  rows: lines.map((cells, index) => ({ line: index + 1, cells: cells.split('|'), isHidden: false })),
})

it.each(LOCALES)('recognizes the columns of the template in %s, and leaves its example out', (locale) => {
  const labels = columnLabels(locale)
  const example = Object.fromEntries(cellsOf(SAMPLE).map((cell, index) => [labels[index], cell]))
  const row = onlyRowOf(importText(writeCsv(labels, [example])))
  expect(row).toMatchObject({ exclusion: 'example', damage: {} })
  expect(row.draft).toEqual({ ...imported.draft, email: SAMPLE.email })
})

it('imports columns in any order, with either delimiter, by their names in the API', () => {
  const columns = [...FIELDS].reverse()
  const csv = `${columns.join(',')}\n${columns.map((field) => `"${imported.draft[field]}"`).join(',')}\n`
  expect(importText(csv)[0]?.draft).toEqual(imported.draft)
})

it.each([
  ['company_doc.cnpj', '1234567000195', '01234567000195'],
  ['company_doc.cnpj', '123456000149', '00123456000149'],
  ['company_doc.cpf', '1234567890', '01234567890'],
  ['company_doc.cpf', '987654349', '00987654349'],
  ['company_doc.address.cep', '1310100', '01310100'],
  ['company_doc.address.cep', '1310-100', '01310100'],
] satisfies [Field, string, string][])('restores the leading zeros of %s %s: %s', (field, typed, expected) => {
  const { draft, changes } = importWith({ [field]: typed })
  expect(draft[field]).toBe(expected)
  expect(changes[field]).toEqual({ before: typed, kind: 'zeros' })
})

it.each([
  ['with more than two missing digits', 'company_doc.cnpj', '191000100', '191000100'],
  ['with more than two missing digits', 'company_doc.cnpj', '191000128', '191000128'],
  ['with more than two missing digits', 'company_doc.cnpj', '12345678', '12345678'],
  ['with the length of a CPF', 'company_doc.cnpj', '52998224725', '52998224725'],
  ['with punctuation', 'company_doc.cnpj', '12.345.678/0001-9', '1234567800019'],
  ['with check digits that do not fit', 'company_doc.cnpj', '1234567000189', '1234567000189'],
  ['with check digits that do not fit', 'company_doc.cpf', '1234567891', '1234567891'],
  ['with two missing digits', 'company_doc.address.cep', '310100', '310100'],
  ['with all digits', 'company_doc.address.cep', '13800.000', '13800000'],
] satisfies [string, Field, string, string][])(
  'restores no zeros of a value %s: %s %s',
  (_, field, typed, expected) => {
    const { draft, changes } = importWith({ [field]: typed })
    expect(draft[field]).toBe(expected)
    expect(changes[field]).toBeUndefined()
  },
)

it.each([
  ['São Paulo', 'SP'],
  ['rio grande do sul', 'RS'],
  ['mg', 'MG'],
  ['Lisboa', 'LISBOA'],
])('reads the state %s as %s', (typed, code) => {
  expect(importWith({ 'company_doc.address.state': typed }).draft['company_doc.address.state']).toBe(code)
})

it.each([
  ['mobile_phone', '11987654321.0', '11987654321'],
  ['mobile_phone', '(011) 98765-4321', '11987654321'],
  ['mobile_phone', '0xx11 98765-4321', '11987654321'],
  ['mobile_phone', '0 15 11 98765-4321', '11987654321'],
  ['mobile_phone', '+55 (011) 98765-4321', '5511987654321'],
  ['mobile_phone', '005511987654321', '5511987654321'],
  ['mobile_phone', 'Cel: 11 98765–4321', '11987654321'],
  ['mobile_phone', '11987654321.000', '11987654321'],
  ['mobile_phone', 'WhatsApp 11 98765-4321', '11987654321'],
  ['mobile_phone', '(0**11) 98765-4321', '11987654321'],
  ['mobile_phone', '(00) 00000-0000', ''],
  ['company_doc.address.cep', '1310100.0', '01310100'],
  ['company_doc.address.cep', '="01310100"', '01310100'],
  ['company_doc.address.cep', '０１３１０－１００', '01310100'],
  ['company_doc.address.cep', "'01310100", '01310100'],
  ['company_doc.address.cep', '1310100.000', '01310100'],
  ['company_doc.address.cep', '1.310.100', '01310100'],
  ['company_doc.address.cep', '00000-000', ''],
  ['company_doc.cnpj', '1,2345678000195E+13', '12345678000195'],
  ['company_doc.cnpj', '12345678000195,00', '12345678000195'],
  ['company_doc.cnpj', '12345678000195.000', '12345678000195'],
  ['company_doc.cnpj', '00.000.000/0000-00', ''],
  ['company_doc.cpf', '000.000.000-00', ''],
  ['company_doc.address.street_number', '1578.0', '1578'],
  ['company_doc.address.street_number', '1578.000', '1578'],
  ['company_doc.address.street_number', '1.578,00', '1578'],
  ['employees_quantity', '12,0', '12'],
  ['employees_quantity', '1.578,00', '1578'],
  ['employees_quantity', '1578.000', '1578'],
  ['employees_quantity', '1,578.00', '1578'],
  ['employees_quantity', '1.578', '1578'],
  ['employees_quantity', '1 578,00', '1578'],
  ['employees_quantity', '1 200', '1200'],
  ['email', 'Maria Silva <maria@padaria.example>', 'maria@padaria.example'],
  ['email', 'mailto:maria@padaria.example', 'maria@padaria.example'],
  ['email', 'maria@padaria.example.', 'maria@padaria.example'],
  ['email', 'E-mail: maria@padaria.example', 'maria@padaria.example'],
  ['email', 'mailto:maria@padaria.example?subject=Oi', 'maria@padaria.example'],
  ['email', 'maria@padaria.example#mailto:maria@padaria.example#', 'maria@padaria.example'],
  ['email', '[maria@padaria.example](mailto:maria@padaria.example)', 'maria@padaria.example'],
  ['email', '‘maria@padaria.example’', 'maria@padaria.example'],
  ['company_doc.address.complement', 'não tem', ''],
  ['company_doc.address.complement', '-', ''],
  ['company_doc.address.complement', 'Nenhum', ''],
  ['company_doc.address.complement', 'NULO', ''],
  ['company_doc.financial_email', 'NULL', ''],
  ['full_name', 'nan', ''],
  ['full_name', '#', ''],
  ['full_name', 'Maria_x000D_\nda\u200B Silva', 'Maria da Silva'],
  ['full_name', 'JoÃ£o', 'João'],
  ['full_name', 'CONCEIÃ‡ÃƒO', 'CONCEIÇÃO'],
  ['full_name', 'AntÃ´nio', 'Antônio'],
  ['full_name', 'FamÃ\u00ADlia', 'Família'],
  ['full_name', 'Jos‚', 'José'],
  ['full_name', 'JoÃƒÂ£o', 'João'],
  ['full_name', 'JoÆo Concei‡Æo', 'João Conceição'],
  ['full_name', "'Maria da Silva'", 'Maria da Silva'],
  ['full_name', 'Jo&atilde;o &#38; Filho<br>Silva', 'João & Filho Silva'],
  ['full_name', 'Sant`Ana', "Sant'Ana"],
  ['company_doc.name', 'Sol_x0020_Lua', 'Sol Lua'],
  ['company_doc.address.street_name', '7.0', '7'],
  ['company_doc.name', 'Sol &amp; Lua', 'Sol & Lua'],
  ['company_doc.address.city', 'São Paulo/SP', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo (SP)', 'São Paulo'],
  ['company_doc.address.city', 'SP - São Paulo', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo SP', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo|SP', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo/São Paulo', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo - SP - Brasil', 'São Paulo'],
  ['company_doc.address.city', '3550308 - São Paulo', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo (3550308)', 'São Paulo'],
  ['company_doc.address.city', 'São Paulo.', 'São Paulo'],
  ['company_doc.address.state', 'SP - São Paulo', 'SP'],
  ['company_doc.address.state', 'Estado de São Paulo', 'SP'],
  ['company_doc.address.state', '35.0', 'SP'],
  ['company_doc.address.state', '35 - SP', 'SP'],
  ['company_doc.address.state', 'BR-SP', 'SP'],
  ['company_doc.address.state', 'S.P.', 'SP'],
] satisfies [Field, string, string][])(
  'cleans %s %j to %j, and keeps what stood in the file',
  (field, typed, expected) => {
    const { draft, changes } = importRaw({ [field]: typed })
    expect(draft[field]).toBe(expected)
    expect(changes[field]?.before).toBe(typed)
  },
)

it.each([
  ['company_doc.name', "D'Avila & Filhos"],
  ['company_doc.name', '3.0'],
  ['company_doc.trade_name', 'Sem Fim'],
  ['full_name', 'Nando Não Tem'],
  ['mobile_phone', '08001234567'],
  ['company_doc.address.street_number', 'S/N'],
  ['company_doc.address.complement', 'NanNan'],
  ['company_doc.address.city', "Santa Bárbara d'Oeste"],
  ['company_doc.address.city', 'Embu-Guaçu'],
  ['company_doc.address.city', 'Ji-Paraná'],
  ['company_doc.address.street_number', '12.000'],
  ['company_doc.name', 'Sol™'],
  ['company_doc.name', 'Citroën & Müller'],
  ['company_doc.name', 'D’Avila – 1ª Loja'],
] satisfies [Field, string][])('imports %s %s unchanged', (field, typed) => {
  const { draft, changes } = importWith({ [field]: typed })
  expect([draft[field], changes]).toEqual([typed, {}])
})

it('asks whether x and 0 mean that there is no value', () => {
  const typed = {
    'company_doc.address.complement': 'x',
    'company_doc.address.neighborhood': '0',
    'company_doc.address.street_number': 'X',
    'company_doc.trade_name': 'o mesmo',
    'company_doc.financial_email': 's/n',
    email: 'naotem@naotem.example',
  }
  const sheets = sheetsOf(readText(csvWith(typed)))
  const table = tableAt(sheets, findTable(sheets, NOTHING_REMEMBERED))
  const columns = matchColumns(table, NOTHING_REMEMBERED)
  const complementOf = (answer?: 'keep' | 'empty') =>
    toRows(table, columns, answer)[0]?.draft['company_doc.address.complement']
  expect(toRows(table, columns)[0]?.doubtful).toEqual(expect.arrayContaining(Object.keys(typed)))
  expect([complementOf('keep'), complementOf('empty')]).toEqual(['x', ''])
})

it('does not ask about an e-mail with a short domain', () => {
  expect(importWith({ email: 'ana@x.example' }).doubtful).toEqual([])
})

it('fills the state from the city, and reports a city of another state', () => {
  const city = 'company_doc.address.city'
  const state = 'company_doc.address.state'
  expect(importText(csvWith({ [city]: 'Osasco/SP', [state]: '' }))[0]?.draft).toMatchObject({
    [city]: 'Osasco',
    [state]: 'SP',
  })
  const other = importWith({ [city]: 'Osasco/RJ' })
  expect(checkRows([other], 'en')[0]?.errors[city]).toBe('The city is not in this state.')
  expect(checkRows([editRow(other, { [state]: 'RJ' })], 'en')[0]?.errors).toEqual({})
})

it('reports a state in the place of a city', () => {
  const [row] = importText('CNPJ;Cidade;UF\n1;SP;SP\n2;Osasco;SP\n')
  expect(row?.draft['company_doc.address.city']).toBe('SP')
  expect(row?.damage).toEqual({ 'company_doc.address.city': 'city-code' })
})

it('fills cells that are merged downward, and marks them', () => {
  const sheet = sheetOf('Razão social|CNPJ|CEP', 'Sol|1|2', '|3|4', '|5|6')
  const rows = sheet.rows.map((row, index) => (index === 2 ? { ...row, continued: [0] } : row))
  const table = tableAt([{ ...sheet, rows }], findTable([sheet], NOTHING_REMEMBERED))
  const customers = toRows(table, matchColumns(table, NOTHING_REMEMBERED))
  expect(customers.map(({ draft }) => draft['company_doc.name'])).toEqual(['Sol', 'Sol', ''])
  expect(customers[1]?.changes['company_doc.name']?.kind).toBe('merged')
})

it.each([
  ['RAZAO SOCIAL;cnpj;E-mail', 'heading'],
  ['Página 1 de 1;;', 'page'],
  ['Pág.: 1/3;;', 'page'],
  ['1 de 1;;', 'page'],
  ['- 1 -;;', 'page'],
  ['Folha 1;;', 'page'],
  ['Data: 01/02/2026;;', 'page'],
  ['Emissão: 01/02/2026;;', 'page'],
  ['Usuário: ana;;', 'page'],
  ['Relatório de clientes;;', 'page'],
  ['*** Fim do relatório ***;;', 'page'],
  ['(2 linhas afetadas);;', 'page'],
  ['Data Center Ltda;;', undefined],
  ['1001 Festas;;', undefined],
  ['Emitido em 01/02/2026;;', 'page'],
  ['2 registros;;', 'page'],
  ['------;------;------', 'page'],
  ['Total de clientes: 2;;', 'total'],
  ['Fim de Tarde Bar;11222333000181;bar@fim.example', undefined],
])('the exclusion of the row %j of a printed list is %s', (row, exclusion) => {
  expect(importText(`Razão social;CNPJ;E-mail\n${row}\n`)[0]?.exclusion).toBe(exclusion)
})

it.each(['utf8', 'latin1', 'utf16le'] as const)('reads a file in %s', async (encoding) => {
  const bom = encoding === 'utf16le' ? '\uFEFF' : ''
  const file = new Blob([new Uint8Array(Buffer.from(`${bom}${withoutBom(csvWith({}))}`, encoding))])
  expect(importSheets(await readFile(file))).toEqual([imported])
})

it('reads a file that begins with sep=', () => {
  const [row] = importText(`sep=;\r\n${withoutBom(csvWith({}))}`)
  expect(row).toEqual({ ...imported, line: 3 })
})

it.each([
  ['a quotation mark that is never closed', '"Sol;1;SP\nLua;2;RJ\nMar;3;BA', ['"Sol', 'Lua', 'Mar']],
  [
    'a name that begins with a quoted word',
    '"Sol" Bar;1;SP\nLua;2;RJ\n"Mar, ""o"" bar";3;BA',
    ['"Sol" Bar', 'Lua', 'Mar, "o" bar'],
  ],
])('reads every row of a file with %s', (_, lines, names) => {
  expect(importText(`Razão social;CNPJ;UF\n${lines}\n`).map(({ draft }) => draft['company_doc.name'])).toEqual(names)
})

it('recognizes the delimiter below lines of a printed title', () => {
  const title = Array.from({ length: 12 }, (_, line) => `Relatório de clientes, folha ${line}`).join('\n')
  const [row] = importText(`${title}\nRazão social;CNPJ;UF\nSol;1;SP\n`)
  expect(row?.draft).toMatchObject({ 'company_doc.name': 'Sol', 'company_doc.address.state': 'SP' })
})

it.each(['"Razão social;CNPJ;UF"\n"Sol;""1"";SP"\n', '"Clientes"\n"Razão social;CNPJ;UF"\n"Sol;1;SP"\n'])(
  'reads lines in one column: %j',
  (text) => {
    const [row] = importText(text)
    expect(row?.draft).toMatchObject({ 'company_doc.name': 'Sol', 'company_doc.cnpj': '1' })
  },
)

it('reads a file that ends with Ctrl-Z and NUL bytes', async () => {
  const bytes = new Uint8Array(Buffer.from(`${csvWith({})}\x1A\0\0\0`))
  expect(importSheets(await readFile(new Blob([bytes])))).toEqual([imported])
})

it.each([
  ['a compressed file', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], 'unreadable'],
  ['a workbook of Excel 2', [0x09, 0x00, 0x04, 0x00, 0x02, 0x00], 'old-excel'],
])('reports %s as a problem of the file', async (_, bytes, problem) => {
  expect(await readFile(new Blob([Uint8Array.from(bytes)]))).toBe(problem)
})

it('asks for the encoding of a file whose letters fit several', async () => {
  const read = await readFile(new Blob([new Uint8Array(Buffer.from('Gon\x87alves;SP\n', 'latin1'))]))
  expect(read).toEqual({ readings: [expect.objectContaining({ encoding: 'ibm850' }), expect.anything()] })
})

it.each([
  ['xl/workbook.bin', 'xlsb'],
  ['Index/Document.iwa', 'numbers'],
])('reports an archive with %s as %s', async (name, problem) => {
  expect(await readFile(new Blob([zipSync({ [name]: new Uint8Array(1) })]))).toBe(problem)
})

it('counts empty rows, so that row numbers are those of the spreadsheet', () => {
  const [headings, row] = csvWith({}).split('\r\n')
  expect(importText(`${headings}\r\n\r\n;;;\r\n${row}\r\n\r\n${row}\r\n`).map(({ line }) => line)).toEqual([4, 6])
})

it.each([
  ['', 'empty'],
  ['\n\n', 'empty'],
  ['CNPJ;CEP\n', 'no-rows'],
  ['\0\x01', 'unreadable'],
  ['ID;PWXL;N;E\nC;Y1;X1;K"CNPJ"\n', 'sylk'],
  ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'dif'],
  ['\x1A', 'empty'],
  ['{\\rtf1\\ansi CNPJ}\n', 'unreadable'],
])('reports %j as %s', (text, problem) => {
  expect(readText(text)).toBe(problem)
})

it.each([
  ['', 'old-excel'],
  ['EncryptedPackage', 'protected'],
])('reports a container of Excel 97 with a stream %j as %s', async (stream, problem) => {
  const bytes = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from(stream, 'utf16le')])
  expect(await readFile(new Blob([new Uint8Array(bytes)]))).toBe(problem)
})

it('finds columns by their Portuguese headings, and remembers which fields people chose for headings', () => {
  const headings = ['RAZÃO SOCIAL', 'Cnpj', 'Município', 'Qtd. funcionários', 'Apelido']
  const columns = columnsOf(headings)
  expect(columns).toEqual([
    'company_doc.name',
    'company_doc.cnpj',
    'company_doc.address.city',
    'employees_quantity',
    undefined,
  ])
  expect(missingFields(columns)).toContain('company_doc.trade_name')

  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  rememberColumn(storage, 'Apelido', 'company_doc.trade_name')
  rememberColumn(storage, 'Município', undefined)
  expect(matchColumns({ headings, rows: [] }, rememberedColumns(storage)).slice(2)).toEqual([
    undefined,
    'employees_quantity',
    'company_doc.trade_name',
  ])
})

it.each([
  [
    ['E-mail', 'E-mail do administrador'],
    [undefined, 'email'],
  ],
  [
    ['Administrator e-mail', 'E-mail', 'E-mail of the administrator'],
    ['email', undefined, undefined],
  ],
  [
    ['E-mail do financeiro', 'E-mail'],
    ['company_doc.financial_email', 'email'],
  ],
  [
    ['Contato', 'Nome do administrador'],
    [undefined, 'full_name'],
  ],
  [
    ['Administrador › E-mail', 'Financeiro › E-mail', 'Empresa › CNPJ'],
    ['email', 'company_doc.financial_email', 'company_doc.cnpj'],
  ],
])('matches the columns %j to %j: the more specific heading wins', (headings, columns) => {
  expect(columnsOf(headings)).toEqual(columns)
})

it.each([
  [
    'titles above the headings',
    [sheetOf('Clientes', 'Exportado em 01/02/2026|', 'Razão social|CNPJ|CEP', 'A|1|2')],
    { sheet: 0, heading: 2, headingRows: 1 },
  ],
  [
    'a sheet of instructions',
    [sheetOf('Preencha o CNPJ', 'e o CEP'), sheetOf('CNPJ|CEP', '1|2')],
    { sheet: 1, heading: 0, headingRows: 1 },
  ],
  [
    'headings in two lines',
    [sheetOf('Empresa||Administrador||CEP', 'Razão social|CNPJ|Nome|E-mail|', 'A|1|M|m@x|2')],
    { sheet: 0, heading: 0, headingRows: 2 },
  ],
  ['a title that repeats a heading', [sheetOf('CNPJ|', 'CNPJ|CEP', '1|2')], { sheet: 0, heading: 1, headingRows: 1 }],
  [
    'a hidden copy',
    [{ ...sheetOf('CNPJ|CEP', '1|2', '3|4'), isHidden: true }, sheetOf('CNPJ|CEP', '1|2')],
    { sheet: 1, heading: 0, headingRows: 1 },
  ],
  ['headings that are not recognized', [sheetOf('a|b', '1|2')], { sheet: 0, heading: 0, headingRows: 1 }],
])('finds the table in a file with %s', (_, sheets, place) => {
  expect(findTable(sheets, NOTHING_REMEMBERED)).toEqual(place)
})

it('names columns of two lines by group and column', () => {
  const sheets = [sheetOf('CNPJ|Administrador|', '|Nome|E-mail', '1|M|m@x')]
  const { headings, rows } = tableAt(sheets, findTable(sheets, NOTHING_REMEMBERED))
  expect(headings).toEqual(['CNPJ', 'Administrador › Nome', 'Administrador › E-mail'])
  expect(rows).toEqual([{ line: 3, cells: ['1', 'M', 'm@x'], isHidden: false }])
  expect(columnsOf(headings)).toEqual(['company_doc.cnpj', 'full_name', 'email'])
})

it.each([
  ['TOTAL;;', 'total'],
  ['Total geral: 12;;', 'total'],
  ['Totalcar Ltda;;', undefined],
  ['Total Serviços;;t@total.example', undefined],
  ['Total Serviços;11.222.333/0001-81;', undefined],
  ['Número de Ouro;11.222.333/0001-81;', undefined],
  ['Subtotal;;', 'total'],
  ['Clientes: 2;;', 'total'],
])('the exclusion of the row %j is %s', (row, exclusion) => {
  expect(importText(`Razão social;CNPJ;E-mail\n${row}\n`)[0]?.exclusion).toBe(exclusion)
})

it.each([
  ['company_doc.cnpj', '1,23457E+13', 'Excel cut this number'],
  ['company_doc.cnpj', '#N/A', 'formula'],
  ['full_name', '#REF!', 'formula'],
  ['full_name', '#NOME?', 'formula'],
  ['full_name', '=A1&B1', 'not been computed'],
  ['full_name', 'Jo\uFFFDo', 'could not be read'],
  ['company_doc.address.city', '3550308', 'code'],
  // The tax authority has its own codes.
  ['company_doc.address.city', '7107', 'code'],
  ['company_doc.address.street_number', '1.0E3', 'Excel cut this number'],
  ['full_name', 'Gon‡alves', 'could not be read'],
  ['company_doc.address.street_number', '10/12/2026', 'date'],
  ['company_doc.address.street_number', '10/dez', 'date'],
  ['company_doc.cnpj', '529.982.247-25', 'CPF'],
] satisfies [Field, string, string][])('reports %s %s: %s, until it is corrected', (field, typed, reason) => {
  const row = importWith({ [field]: typed })
  expect(row.draft[field]).toBe(reason === 'CPF' ? '52998224725' : typed)
  expect(checkRows([row], 'en')[0]?.errors[field]).toContain(reason)
  const corrected = editRow(row, { [field]: imported.draft[field] })
  expect(checkRows([corrected], 'en')[0]?.errors).toEqual({})
})

it('moves CPFs from a column for both tax IDs', () => {
  const [person, company] = importText('CNPJ/CPF;CEP;UF\n529.982.247-25;1;SP\n12.ABC.345/01DE-35;2;SP\n').map(
    ({ draft }) => draft,
  )
  expect([person?.['company_doc.cpf'], person?.['company_doc.cnpj']]).toEqual(['52998224725', ''])
  expect([company?.['company_doc.cpf'], company?.['company_doc.cnpj']]).toEqual(['', '12ABC34501DE35'])
})

it.each([
  // The digits of these two CNPJs, without their letters and with leading zeros, are a valid CPF.
  ['12ABC34501DE60', '', '12ABC34501DE60'],
  ['1A2B3C4D5E6F93', '', '1A2B3C4D5E6F93'],
  ['529.982.247-25 (CPF)', '', '52998224725(CPF)'],
  ['987654349', '00987654349', ''],
  ['191', '', '191'],
  ['12.345.678/0001-95', '', '12345678000195'],
])('takes %s in a column for both tax IDs as CPF %s or CNPJ %s', (typed, cpf, cnpj) => {
  const [row] = importText(`CNPJ/CPF;CEP;UF\n${typed};1;SP\n`)
  expect([row?.draft['company_doc.cpf'], row?.draft['company_doc.cnpj']]).toEqual([cpf, cnpj])
})

it('never takes an alphanumeric CNPJ for a CPF', () => {
  const cnpjs = Array.from({ length: 500 }, (_, number) => `A${String(number).padStart(3, '0')}BC000001`)
  const lines = cnpjs.map((base, index) => `${base}${String(index % 100).padStart(2, '0')};1;SP`)
  const rows = importText(`CNPJ/CPF;CEP;UF\n${lines.join('\n')}\n`)
  expect(rows.filter(({ draft }) => draft['company_doc.cpf'] !== '')).toEqual([])
})

it('requires one of the two tax IDs', () => {
  const withoutTaxIds = FIELDS.filter((field) => !['company_doc.cnpj', 'company_doc.cpf'].includes(field))
  expect(missingFields(withoutTaxIds)).toEqual(['company_doc.cnpj'])
  expect(missingFields([...withoutTaxIds, 'company_doc.cpf'])).toEqual([])
})

it('writes formatted tax IDs, and values that cannot be formatted as they are', () => {
  const cells = cellsOf({ ...SAMPLE, 'company_doc.cpf': '123' })
  const cellOf = (field: Field) => cells[FIELDS.indexOf(field)]
  expect([cellOf('company_doc.cnpj'), cellOf('company_doc.cpf'), cellOf('mobile_phone')]).toEqual([
    '12.ABC.345/01DE-35',
    '123',
    '(11) 98765-4321',
  ])
})

it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(1)', '=1\n=2'])(
  'writes %j so that no spreadsheet runs it as a formula',
  (name) => expect(writeCsv(['name'], [{ name }])).toMatch(/\r\n"?'/),
)

it.each(["x,'=cmd|1!A0,y", "x;'=1", 'x,"\'+1', "x\n'@SUM(1)", "x\t'－1"])(
  'writes a formula behind any list separator as %j',
  (safe) => {
    const formula = safe.replace("'", '')
    expect(writeCsv(['name'], [{ name: formula }])).toContain(safe.replaceAll('"', '""'))
  },
)

it('reports duplicate tax IDs, and duplicate e-mails in any case', () => {
  const row = importWith({})
  const again = { ...row, line: 4, draft: { ...row.draft, email: row.draft.email.toUpperCase() } }
  expect(checkRows([row, again], 'en')).toEqual([
    { row, errors: {}, repeats: undefined },
    { row: again, errors: { email: 'The same e-mail is in row 2.' }, repeats: 2 },
  ])
})

it.each([
  ['C.N.P.J.', 'company_doc.cnpj'],
  ['CNPJ/MF', 'company_doc.cnpj'],
  ['A1_CGC', 'company_doc.cnpj'],
  ['EMAIL ADM', 'email'],
  ['CORREIO ELETRÔNICO', 'email'],
  ['QTDE FUNC', 'employees_quantity'],
  ['Nº Funcionários', 'employees_quantity'],
  ['CEL/WHATS', 'mobile_phone'],
  ['TELEFONE 1', 'mobile_phone'],
  ['NOME EMPRESARIAL', 'company_doc.name'],
  ['RAZÃO SOCIAL / NOME EMPRESARIAL', 'company_doc.name'],
  ['A1_NREDUZ', 'company_doc.trade_name'],
  ['A1_EST', 'company_doc.address.state'],
  ['A1_MUN', 'company_doc.address.city'],
  ['BAIRRO/DISTRITO', 'company_doc.address.neighborhood'],
  ['NRO.', 'company_doc.address.street_number'],
  ['END.', 'company_doc.address.street_name'],
  ['RESP.', 'full_name'],
  ['WhatsApp', 'mobile_phone'],
  ['E-mails', 'email'],
  ['Nome completo da empresa', 'company_doc.name'],
  ['cnpjCpf', 'company_doc.cnpj'],
  ['CNPJ (somente números)', 'company_doc.cnpj'],
  ['NR_CNPJ', 'company_doc.cnpj'],
  ['Insc. CNPJ', 'company_doc.cnpj'],
  ['razaoSocial', 'company_doc.name'],
  ['NM_RAZAO_SOCIAL', 'company_doc.name'],
  ['NM_CLIENTE', 'company_doc.name'],
  ['Nome comercial da empresa', 'company_doc.trade_name'],
  ['Raz_x00e3_o_x0020_Social', 'company_doc.name'],
  ['RazÃ£o Social', 'company_doc.name'],
  ['Denominação Social', 'company_doc.name'],
  ['TÍTULO DO ESTABELECIMENTO (NOME DE FANTASIA)', 'company_doc.trade_name'],
  ['NOMEFANTASIA', 'company_doc.trade_name'],
  ['Endereço de e-mail', 'email'],
  ['E-mail comercial', 'email'],
  ['email1', 'email'],
  ['E-mail NF-e', 'company_doc.financial_email'],
  ['E-mail faturamento', 'company_doc.financial_email'],
  ['Nº de empregados', 'employees_quantity'],
  ['qtdColaboradores', 'employees_quantity'],
  ['Nome do gestor', 'full_name'],
  ['Representante legal', 'full_name'],
  ['Telefone(s)', 'mobile_phone'],
  ['Nº do celular', 'mobile_phone'],
  ['CEP do endereço', 'company_doc.address.cep'],
  ['Endereço comercial', 'company_doc.address.street_name'],
  ['Rua/Avenida', 'company_doc.address.street_name'],
  ['Nº do imóvel', 'company_doc.address.street_number'],
  ['end_complemento', 'company_doc.address.complement'],
  ['Bairro do cliente', 'company_doc.address.neighborhood'],
  ['MUNIC.', 'company_doc.address.city'],
  ['Cidade/UF', 'company_doc.address.city'],
  ['sigla_uf', 'company_doc.address.state'],
] satisfies [string, Field][])('recognizes the heading %s as %s', (heading, field) => {
  expect(columnsOf([heading])).toEqual([field])
})

it.each([
  'Código do cliente',
  'CD_CLIENTE',
  'Nº do cliente',
  'Número da empresa',
  'Número do contato',
  'Nome do financeiro',
  'Nº do logradouro',
  'Porte',
  'Data',
])('does not recognize the heading %s', (heading) => expect(columnsOf([heading])).toEqual([undefined]))

it('prefers a heading that names a field to one with the same words and an owner', () => {
  const headings = ['CNPJ matriz', 'CNPJ', 'E-mail comercial', 'E-mail']
  expect(matchColumns({ headings, rows: [] }, NOTHING_REMEMBERED)).toEqual([
    undefined,
    'company_doc.cnpj',
    undefined,
    'email',
  ])
})

it('takes e-mails from a column with another heading when the column E-mail has none', () => {
  const rows = [{ cells: ['Ana', 'ana@x.example'] }, { cells: ['Rui', 'rui@x.example'] }]
  expect(matchColumns({ headings: ['E-mail', 'Contato'], rows }, NOTHING_REMEMBERED)).toEqual([undefined, 'email'])
})

it('splitCity does not separate a part of a city from the city', () => {
  expect(splitCity('Santo Amaro - São Paulo')).toEqual({ city: 'Santo Amaro - São Paulo', state: '' })
  expect(splitCity('São Paulo - São Paulo')).toEqual({ city: 'São Paulo', state: 'SP' })
  expect(splitCity('Curitiba - Paraná')).toEqual({ city: 'Curitiba', state: 'PR' })
})

it('does not recognize a column of CPFs beside the CNPJ', () => {
  const rows = [{ cells: ['11.222.333/0001-81', '529.982.247-25'] }]
  expect(matchColumns({ headings: ['CNPJ', 'CPF do sócio'], rows }, NOTHING_REMEMBERED)).toEqual([
    'company_doc.cnpj',
    undefined,
  ])
})

it.each([
  ['with a fraction', '11222333000181.0', 'company_doc.cnpj'],
  ['as a formula', '="11222333000181"', 'company_doc.cnpj'],
  ['without its first zero', '1234567000195', 'company_doc.cnpj'],
  ['with wrong check digits, but punctuated', '11.222.333/0001-80', 'company_doc.cnpj'],
  ['with too few digits', '191000100', undefined],
])('recognizes a column by its contents: a CNPJ %s, such as %s, is %s', (_, text, field) => {
  const columns = matchColumns({ headings: ['Cadastro'], rows: [{ cells: [text] }] }, NOTHING_REMEMBERED)
  expect(columns).toEqual([field])
})

it('reports columns that were recognized by their contents', () => {
  const tableOf = (heading: string) => ({ headings: [heading], rows: [{ cells: ['(11) 98765-4321'] }] })
  expect(hasGuesses(tableOf('Fax'), NOTHING_REMEMBERED)).toBe(true)
  expect(hasGuesses(tableOf('Celular'), NOTHING_REMEMBERED)).toBe(false)
})

it('prefers the mobile phone to another telephone, and the first of several numbered ones', () => {
  expect(columnsOf(['Telefone comercial', 'Celular'])).toEqual([undefined, 'mobile_phone'])
  expect(columnsOf(['Telefone', 'Celular'])).toEqual([undefined, 'mobile_phone'])
  expect(columnsOf(['TELEFONE 2', 'TELEFONE 1'])).toEqual([undefined, 'mobile_phone'])
})

it('recognizes columns by their contents when headings do not help, and lets contents contradict a heading', () => {
  const rows = [
    { cells: ['11.222.333/0001-81', 'ana@x.example', 'SP', 'Ana', '(11) 98765-4321'] },
    { cells: ['12.345.678/0001-95', 'rui@x.example', 'RJ', 'Rui', '(21) 98765-4321'] },
  ]
  const headings = ['Cadastro', 'Contato', 'Local', 'Apelido', 'Linha']
  expect(matchColumns({ headings, rows }, NOTHING_REMEMBERED)).toEqual([
    'company_doc.cnpj',
    'email',
    'company_doc.address.state',
    undefined,
    'mobile_phone',
  ])
})

it('finds a table without headings', () => {
  const sheets = [sheetOf('Sol|11.222.333/0001-81|ana@x.example', 'Lua|12.345.678/0001-95|rui@x.example')]
  const place = findTable(sheets, NOTHING_REMEMBERED)
  expect(place).toEqual({ sheet: 0, heading: 0, headingRows: 0 })
  const table = tableAt(sheets, place)
  expect(table.rows).toHaveLength(2)
  expect(matchColumns(table, NOTHING_REMEMBERED)).toEqual([undefined, 'company_doc.cnpj', 'email'])
})

it.each([
  [
    'a customer whose name is a heading',
    ['CLIENTE|11.222.333/0001-81|ana@x.example', 'Lua|12.345.678/0001-95|rui@x.example'],
  ],
  [
    'a customer further down whose name is a heading',
    [
      'Sol|11.222.333/0001-81|ana@x.example',
      'Contato|12.345.678/0001-95|rui@x.example',
      'Lua|33.000.167/0001-01|eva@x.example',
    ],
  ],
])('finds no headings in a table without headings that has %s', (_, lines) => {
  expect(findTable([sheetOf(...lines)], NOTHING_REMEMBERED)).toEqual({ sheet: 0, heading: 0, headingRows: 0 })
})

it('reports customers in other visible sheets, because only one sheet is imported', () => {
  const customers = sheetOf('Razão social|CNPJ|CEP', 'Sol|1|2')
  const chosen = { sheet: 0, heading: 0, headingRows: 1 } as const
  expect(hasOtherTables([customers, customers], chosen, NOTHING_REMEMBERED)).toBe(true)
  expect(hasOtherTables([customers, { ...customers, isHidden: true }], chosen, NOTHING_REMEMBERED)).toBe(false)
  expect(hasOtherTables([customers, sheetOf('Instruções', 'Leia antes')], chosen, NOTHING_REMEMBERED)).toBe(false)
})

it('finds headings below a line with the CNPJ of the reseller', () => {
  const sheet = sheetOf('CNPJ|11.222.333/0001-81', 'Razão social|CNPJ|CEP', 'Sol|12.345.678/0001-95|01310-100')
  expect(findTable([sheet], NOTHING_REMEMBERED)).toEqual({ sheet: 0, heading: 1, headingRows: 1 })
})

it('joins the parts of CNPJ, street and telephone in files of the tax authority', () => {
  const [row] = importText(
    'CNPJ BÁSICO;CNPJ ORDEM;CNPJ DV;NOME EMPRESARIAL;TIPO DE LOGRADOURO;LOGRADOURO;DDD 1;TELEFONE 1\n11222333;1;81;SOL;AVENIDA;PAULISTA;11;987654321\n',
  )
  expect(row?.draft).toMatchObject({
    'company_doc.cnpj': '11222333000181',
    'company_doc.address.street_name': 'AVENIDA PAULISTA',
    mobile_phone: '11987654321',
  })
})

it.each([
  ['DDD;Telefone\n11;(11) 98765-4321', '11987654321'],
  ['DDD;Telefone\n11.0;987654321.0', '11987654321'],
  ['DDD;Telefone\n(011);98765-4321', '11987654321'],
  ['DDD;Telefone\n"=""11""";98765-4321', '11987654321'],
  ['DDD;Telefone\n11;nan', ''],
  ['DDD;Telefone;Celular\n11;2222-3333;98765-4321', '11987654321'],
  ['DDD;WhatsApp\n11;98765-4321', '11987654321'],
  ['DDD Celular;Celular\n11;98765-4321', '11987654321'],
  ['DDD;Telefone\n11;00000000', ''],
  ['DDD;Telefone;DDD;Celular\n21;2222-3333;11;98765-4321', '11987654321'],
  ['DDD1;FONE1;DDD2;FONE2\n11;98765-4321;21;2222-3333', '11987654321'],
  ['A1_DDD;A1_TEL\n011;98765-4321', '11987654321'],
])('joins the area code and the telephone of %j', (text, telephone) => {
  const [headings, cells] = text.split('\n')
  const [row] = importText(`CNPJ;CEP;${headings}\n1;2;${cells}\n`)
  expect(row?.draft.mobile_phone).toBe(telephone)
})

it.each([
  ['CNPJ_BASICO;CNPJ_ORDEM;CNPJ_DV\n11222333.0;1.0;81.0', 'company_doc.cnpj', '11222333000181'],
  ['TIPO_LOGRADOURO;LOGRADOURO\nRUA;RUA SETE', 'company_doc.address.street_name', 'RUA SETE'],
  ['TIPO_LOGRADOURO;LOGRADOURO\nnan;SETE', 'company_doc.address.street_name', 'SETE'],
] satisfies [string, Field, string][])('joins the parts of %j', (text, field, expected) => {
  const [headings, cells] = text.split('\n')
  expect(importText(`UF;CEP;${headings}\nSP;2;${cells}\n`)[0]?.draft[field]).toBe(expected)
})

it('leaves out headings that a printed list of joined columns repeats', () => {
  const rows = importText('CNPJ;DDD;Telefone\n1;11;98765-4321\nCNPJ;DDD;Telefone\n')
  expect(rows.map(({ exclusion }) => exclusion)).toEqual([undefined, 'heading'])
})

it('asks which of several columns with the same name to use, unless their values are equal', () => {
  const tableOf = (second: string) => ({
    headings: ['CNPJ', 'E-mail', 'E-mail'],
    rows: [{ cells: ['1', 'a@b.example', second] }],
  })
  expect(tiesOf(tableOf('c@d.example'), NOTHING_REMEMBERED)).toEqual([{ field: 'email', columns: [1, 2] }])
  expect(tiesOf(tableOf('a@b.example'), NOTHING_REMEMBERED)).toEqual([])
})

it('removes the fraction of a complement that is a number', () => {
  const row = importWith({ 'company_doc.address.complement': '12.0' })
  expect(row.draft['company_doc.address.complement']).toBe('12')
  expect(row.changes['company_doc.address.complement']).toEqual({ before: '12.0', kind: 'cleaned' })
})
