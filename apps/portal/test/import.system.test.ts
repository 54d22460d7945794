import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHROMIUM, deferred } from '@partner-accounts/local-servers/browser'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { chromium, type Page, type Route } from 'playwright-core'
import { expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { FIELDS } from '../src/accounts/account-draft.ts'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { readWorkbook } from '../src/import/file/read-workbook.ts'
import { describePortal, signIn } from './browser.ts'
import { checkScreen } from './check-screen.ts'
import type { PortalService, PortalUser } from './portal-service.ts'
import { columnOf, type WorkbookCell, workbookOf } from './workbook.ts'

const ROW = {
  'company_doc.trade_name': 'Padaria',
  employees_quantity: '12',
  full_name: 'Maria da Silva',
  mobile_phone: '(11) 98765-4321',
  'company_doc.address.cep': '01310-100',
  'company_doc.address.street_name': 'Avenida Paulista',
  'company_doc.address.street_number': '1578',
  'company_doc.address.neighborhood': 'Bela Vista',
  'company_doc.address.city': 'São Paulo',
  'company_doc.address.state': 'SP',
}
let fileCount = 0

/** Returns a CNPJ with punctuation that begins with a number of up to eight digits. The service checks no check digits. */
const cnpjOf = (number: number) =>
  `${String(number)
    .padStart(8, '0')
    .replace(/(..)(...)(...)/, '$1.$2.$3')}/0001-95`

/** Returns valid rows. Their e-mails and CNPJs are unique across all files of these tests. */
const createRows = (count: number) => {
  fileCount += 1
  return Array.from({ length: count }, (_, index) => ({
    ...ROW,
    'company_doc.name': `Padaria ${index + 1}`,
    'company_doc.cnpj': cnpjOf(fileCount * 10_000 + index),
    email: `lote${fileCount}.${index + 1}@estrela.example`,
  }))
}

const choose = async (page: Page, content: string | Uint8Array, name = 'clientes.csv') => {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher arquivo' }).click()
  // `Buffer.from` accepts strings and bytes, but its types do not accept their union.
  await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from(content as string) })
}

const rowOf = (page: Page, line: number) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${line} `) }) })

const totalOf = async (service: PortalService, user: PortalUser) =>
  (await service.accountsOf(user).list.query())._meta.total

/** Requests a list, as another page of the user does. @returns the status of the response */
const statusOfOtherPage = (page: Page) =>
  page.evaluate(async () => (await fetch('/trpc/accounts.list', { headers: { 'x-session': 'portal' } })).status)

/** The customers of a back office: with other headings, numbers that lost their leading zeros, and an empty row. */
const SHEET: (string | number)[][] = [
  [
    'Razão Social',
    'Apelido',
    'CNPJ',
    'Funcionários',
    'Responsável',
    'E-mail',
    'Celular',
    'CEP',
    'Rua',
    'Número',
    'Bairro',
    'Município',
    'Estado',
  ],
  [
    'Padaria Sol',
    'Sol',
    1234567000195,
    12,
    'Maria da Silva',
    'sol@planilha.example',
    '(11) 98765-4321',
    1310100,
    'Avenida Paulista',
    1578,
    'Bela Vista',
    'São Paulo',
    'São Paulo',
  ],
  [],
  [
    'Padaria Lua',
    'Lua',
    '11.222.333/0001-81',
    0,
    'João Costa',
    'lua@planilha.example',
    11987654321,
    '20040-002',
    'Avenida Rio Branco',
    '1',
    'Centro',
    'Rio de Janeiro',
    'rio de janeiro',
  ],
]

const SHEET_PATH = 'xl/worksheets/sheet1.xml'

const createWorkbook = () => writeExcelFile(SHEET.map((row) => row.map((value) => ({ value })))).toBuffer()

const CNPJ_COLUMN = 2
const ADMINISTRATOR_EMAIL_COLUMN = 6
const STREET_NUMBER_COLUMN = 10

/**
 * Returns a workbook as Excel writes it, with the defects of real files: a sheet of instructions, a title, two e-mail
 * columns, a filter, a hidden row, damaged cells and a total.
 */
const createFaultyWorkbook = (takenEmail: string, takenCnpj: string) => {
  const headings = ['Razão social', 'Fantasia', 'CNPJ', 'Funcionários', 'Responsável', 'E-mail']
  const more = ['E-mail do administrador', 'Celular', 'CEP', 'Rua', 'Número', 'Bairro', 'Cidade', 'UF', 'Observações']
  const lines = createRows(9).map((row, index) => {
    const { full_name, email } = row
    const company = [
      row['company_doc.name'],
      'Padaria',
      row['company_doc.cnpj'],
      '12',
      full_name,
      `contato${index}@x.example`,
    ]
    const address = ['01310-100', 'Avenida Paulista', '1578', 'Bela Vista', 'São Paulo', 'São Paulo', 'cliente antigo']
    return [...company, email, '(11) 98765-4321', ...address] as WorkbookCell[]
  })
  lines[1]![CNPJ_COLUMN] = { error: '#N/A' }
  lines[2]![CNPJ_COLUMN] = '1,23457E+13'
  // The serial number of 10 December 2026, into which Excel turned the number 10/12/2026 of a house.
  lines[3]![STREET_NUMBER_COLUMN] = { date: 46_366 }
  lines[4]![CNPJ_COLUMN] = '529.982.247-25'
  const hiddenIndex = 5
  lines[6]![ADMINISTRATOR_EMAIL_COLUMN] = takenEmail
  lines[7]![CNPJ_COLUMN] = takenCnpj
  lines[8]![CNPJ_COLUMN] = lines[0]![CNPJ_COLUMN]!
  return workbookOf(
    { name: 'Instruções', rows: [{ cells: ['Leia antes'] }, { cells: ['de preencher'] }] },
    {
      name: 'Clientes',
      rows: [
        { cells: ['Clientes da revenda'] },
        { cells: ['Exportado em 22/11/2026'] },
        { cells: [...headings, ...more] },
        ...lines.map((cells, index) => ({ cells, isHidden: index === hiddenIndex })),
        { cells: ['Total', '', '', { number: '108' }] },
      ],
    },
  )
}

/** Opens another tab of the same browser, with the session of the first. */
const openTab = async (page: Page, path: string) => {
  const tab = await page.context().newPage()
  await tab.goto(new URL(path, page.url()).href)
  return tab
}

const start = async (page: Page, content: string) => {
  await choose(page, content)
  await page.getByRole('button', { name: /^Criar \d+ contas?$/ }).click()
}

const downloadResults = async (page: Page) => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar resultados (CSV)' }).click()
  return readFileSync(await (await downloading).path(), 'utf8')
}

/** Returns everything that IndexedDB stores, bytes as text. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error())
      })
    let text = ''
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await finished(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const values = await finished(db.transaction(store).objectStore(store).getAll())
        text += JSON.stringify(values, (_, value: unknown) =>
          value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
        )
      }
      db.close()
    }
    return text
  })

/** Makes the next call of the browser's database fail, as a full disk does. */
const failNextCall = (page: Page, method: 'add' | 'put' | 'delete') =>
  page.evaluate((name) => {
    const { prototype } = IDBObjectStore
    const original = Object.getOwnPropertyDescriptor(prototype, name)!
    prototype[name] = () => {
      Object.defineProperty(prototype, name, original)
      throw new DOMException('No space left', 'QuotaExceededError')
    }
  }, method)

/** Takes a lock, as a tab that runs a batch does, and keeps it until the tab is closed. */
const holdLock = (page: Page, lock: string) =>
  page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        void navigator.locks.request(name, () => {
          resolve()
          return new Promise(() => {})
        })
      }),
    lock,
  )

/** Replaces text nodes with elements, now and whenever the page changes, as a browser's translation of pages does. */
function translateTexts(): void {
  const translate = () => {
    observer.disconnect()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts.filter(
      ({ data, parentElement }) => data.trim() !== '' && parentElement?.tagName !== 'FONT',
    )) {
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  const observer = new MutationObserver(translate)
  translate()
}

/** The portal sends creations at three quarters of this rate: 9 in 3 seconds. */
const LIMIT = { RATE_LIMIT_REQUESTS: '12', RATE_LIMIT_WINDOW_SECONDS: '3' }

describePortal('importing many accounts', LIMIT, (portal) => {
  it('checks every row before it sends any', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    const [valid, invalid, sameEmail] = createRows(3)
    Object.assign(invalid!, { employees_quantity: '0', 'company_doc.address.cep': '123' })
    sameEmail!.email = valid!.email.toUpperCase()
    await choose(page, writeCsv(FIELDS, [valid!, invalid!, sameEmail!]))
    await page.getByRole('button', { name: 'A corrigir (2)' }).click()
    await rowOf(page, 3).getByText('Deve estar entre 1 e 5000.').waitFor()
    await rowOf(page, 3).getByText('Deve ter 8 dígitos.').waitFor()
    await rowOf(page, 4).getByText('O mesmo e-mail está na linha 2.').waitFor()
    await checkScreen(page, 'import-errors')
    await page.getByRole('button', { name: 'Criar 1 conta' }).waitFor()
    expect(await totalOf(service, user)).toBe(0)
  })

  it('rehearses a file in test mode with one click, imports the same rows into live mode, and deletes both at sign-out', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser({ permissions: ['accounts:read', 'accounts:create', 'users:manage'] })
    const page = await openAs(user, '/portal/import')
    const create = page.getByRole('button', { name: 'Criar 2 contas' })
    const toLive = page.getByRole('button', { name: 'Voltar ao modo real' }).first()
    await choose(page, writeCsv(FIELDS, createRows(2)))
    await create.waitFor()
    await page.getByRole('button', { name: 'Testar antes no modo de teste' }).click()
    await toLive.waitFor()
    await page.getByLabel('Razão social ou nome da linha 2').fill('Corrigida no ensaio')
    await create.click()
    expect(await downloadResults(page)).toContain('Padaria 2')
    expect(await totalOf(service, user)).toBe(0)
    await toLive.click()
    await page.waitForURL('**/portal/accounts')
    expect(await toLive.count()).toBe(0)
    await page.goto(new URL('/portal/import', page.url()).href)
    await create.click()
    await page.getByText('Criadas: 2').waitFor()
    expect(await totalOf(service, user)).toBe(2)
    const names = (await service.accountsOf(user).list.query())._items.map(({ name }) => name)
    expect(names).toContain('Corrigida no ensaio')

    // Only results of test mode remain.
    await page.getByRole('button', { name: 'Apagar deste navegador' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar deste navegador' }).click()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.getByRole('button', { name: 'Sair e apagar os resultados' }).click()
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(await storedText(page)).not.toContain('clientes.csv')
  })

  it('shows its counts while the browser translates the page', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    await page.evaluate(translateTexts)
    await choose(page, writeCsv(FIELDS, createRows(3)))
    await page.getByRole('button', { name: 'Criar 3 contas' }).waitFor()
    await rowOf(page, 3).getByRole('button', { name: 'Tirar' }).click()
    await page.getByRole('button', { name: 'Criar 2 contas' }).waitFor()
    await page.getByText('Prontas: 2').waitFor()
    await page.getByRole('button', { name: 'Criar 2 contas' }).click()
    await page.getByText('Criadas: 2').waitFor()
    await page.getByText('2 de 2').waitFor()
    await page.getByRole('link', { name: 'Contas', exact: true }).first().click()
    await page.getByText('2 contas criadas pela sua revenda.').waitFor()
    expect(await page.locator('main font').count()).toBeGreaterThan(5)
  })

  it('reports the end of an import on another page, and lists its accounts there', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    await start(page, writeCsv(FIELDS, createRows(3)))
    await page.getByText('Criadas: 1').waitFor()
    await page.getByRole('link', { name: 'Contas', exact: true }).first().click()
    await page.getByText('A importação de clientes.csv terminou: 3 contas criadas.').waitFor()
    await page.getByRole('link', { name: 'Padaria 3', exact: true }).waitFor()
  })

  it('reports workbooks that would occupy the tab, while the page keeps responding', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    const good = unzipSync(await createWorkbook())
    const sheetOf = (rows: string) =>
      Buffer.from(zipSync({ ...good, [SHEET_PATH]: strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`) }))
    const cell = (column: string, row: number) => `<row r="${row}"><c r="${column}${row}"><v>1</v></c></row>`
    // A sheet of 100 MB, whose size is replaced with 600 bytes wherever the archive states it.
    const falseSize = Buffer.from(zipSync({ ...good, [SHEET_PATH]: new Uint8Array(100_000_000) }))
    const size = Buffer.from(Uint32Array.of(100_000_000).buffer)
    while (falseSize.includes(size)) falseSize.writeUInt32LE(600, falseSize.indexOf(size))

    // Stores the longest pause between two runs of a timer as the title of the page.
    await page.evaluate(() => {
      let last = Date.now()
      setInterval(() => {
        document.title = String(Math.max(Number(document.title) || 0, Date.now() - last))
        last = Date.now()
      }, 50)
    })
    // 3,000 cells on a diagonal: the table that contains them has nine million.
    const diagonal = Array.from({ length: 3000 }, (_, index) => cell(columnOf(index), index + 1)).join('')
    for (const buffer of [sheetOf(diagonal), falseSize]) {
      await choose(page, buffer, 'hostil.xlsx')
      await page.getByText(/O arquivo (é grande demais|não pôde ser lido)/).waitFor()
      expect(Number(await page.title()), 'longest pause in ms').toBeLessThan(3000)
      await page.getByRole('link', { name: 'Contas', exact: true }).click()
      await page.getByRole('heading', { name: 'Contas' }).waitFor()
      await page.getByRole('link', { name: 'Importar' }).first().click()
    }
  })

  it('offers a template whose columns are all recognized and whose example is not imported', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar modelo' }).click()
    const download = await downloading
    await choose(page, readFileSync(await download.path()), download.suggestedFilename())
    await page.getByText('16 de 16 usadas').waitFor()
    await rowOf(page, 2).getByText('É o exemplo do modelo.').waitFor()
    expect(await page.getByRole('button', { name: 'Nenhuma conta pronta' }).isDisabled()).toBe(true)
  })

  it('reads HTML named .xls, also with merged cells, XML of Excel 2003 and OpenDocument, and reports uncomputed formulas', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    const headings = ['Razão social', 'CNPJ', 'Cidade', 'UF']
    const customers = ['Sol', 'Lua'].map((name, index) => [name, cnpjOf(90_000_000 + index), 'São Paulo', 'SP'])
    const cellsOf = (row: string[], cell: 'th' | 'td') => row.map((text) => `<${cell}>${text}</${cell}>`).join('')
    const htmlRow = (row: string[], cell: 'th' | 'td') => `<tr>${cellsOf(row, cell)}</tr>`
    const htmlRows = [htmlRow(headings, 'th'), ...customers.map((row) => htmlRow(row, 'td'))].join('')
    const xmlRow = (row: string[]) =>
      `<Row>${row.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('')}</Row>`
    const odsCell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const odsRow = (row: string[]) => `<table:table-row>${row.map(odsCell).join('')}</table:table-row>`
    const spreadsheet = 'urn:schemas-microsoft-com:office:spreadsheet'
    const openDocument = 'urn:oasis:names:tc:opendocument:xmlns'
    const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="${spreadsheet}" xmlns:ss="${spreadsheet}"><Worksheet ss:Name="Clientes"><Table>${[headings, ...customers].map(xmlRow).join('')}</Table></Worksheet></Workbook>`
    const ods = `<?xml version="1.0"?><office:document-content xmlns:office="${openDocument}:office:1.0" xmlns:table="${openDocument}:table:1.0" xmlns:text="${openDocument}:text:1.0"><office:body><office:spreadsheet><table:table table:name="Clientes">${[headings, ...customers].map(odsRow).join('')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
    const odsFile = (content: string) =>
      zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'), 'content.xml': strToU8(content) })
    const files: [string, string | Uint8Array][] = [
      ['clientes.xls', `<!-- ERP --><html><meta charset="utf-8"><table>${htmlRows}</table></html>`],
      ['clientes.xml', xml],
      ['clientes.ods', odsFile(ods.replaceAll('São Paulo', 'São<text:line-break/>Paulo'))],
      ['clientes.fods', ods.replaceAll('office:document-content', 'office:document')],
    ]
    const discard = async () => {
      await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
      await page.getByRole('button', { name: 'Descartar', exact: true }).click()
      await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
    }
    for (const [name, content] of files) {
      await choose(page, content, name)
      await page.getByText('4 de 4 usadas').waitFor()
      expect(await page.getByLabel('Razão social ou nome da linha 3').inputValue()).toBe('Lua')
      expect(await page.getByLabel('Cidade da linha 2').inputValue()).toBe('São Paulo')
      await discard()
    }

    const [sun = [], moon = []] = customers
    const mergedRows = [
      htmlRow(['Grupo', 'Rede', ...headings], 'th'),
      `<tr><td rowspan="2" colspan="2">Estrelas</td>${cellsOf(sun, 'td')}</tr>`,
      htmlRow(moon, 'td'),
      '<tr><td rowspan="2" colspan="2"></td></tr>',
      htmlRow(['Mar', ...sun.slice(1)], 'td'),
    ]
    await choose(page, `<table>${mergedRows.join('')}</table>`, 'merged.xls')
    expect(await page.getByLabel('Razão social ou nome da linha 3').inputValue()).toBe('Lua')
    expect(await page.getByLabel('Razão social ou nome da linha 5').inputValue()).toBe('Mar')
    await discard()

    const uncomputed = [
      xml.replace('<Cell><Data ss:Type="String">Lua</Data></Cell>', '<Cell ss:Formula="=RC[1]"/>'),
      odsFile(ods.replace(odsCell('Lua'), '<table:table-cell table:formula="of:=[.B3]"/>')),
    ]
    for (const content of uncomputed) {
      await choose(page, content, 'formulas')
      await rowOf(page, 3).getByText('Esta fórmula ainda não foi calculada.').waitFor()
      await discard()
    }
  })

  it('asks for the encoding when a file fits several, and shows which values it changed', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    // Byte 0x87 is "ç" in DOS and "á" on old Macs.
    const text = 'CNPJ;Nome fantasia;Celular\n11222333000181;Gon\x87alves;11987654321.0\n'
    await choose(page, Buffer.from(text, 'latin1'))
    await page.getByText('11222333000181;Gonáalves;').waitFor()
    await checkScreen(page, 'import-readings')
    await page.getByRole('button', { name: 'Usar a leitura 1' }).click()
    expect(await page.getByLabel('Nome fantasia da linha 2').inputValue()).toBe('Gonçalves')
    await rowOf(page, 2).getByText('Na planilha: 11987654321.0 → (11) 98765-4321').waitFor()
  })

  it('asks which of two columns to use, mends equal errors together, leads to errors, pastes a block, and replaces text', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    const headings = ['Razão social', 'CNPJ', 'Funcionários', 'E-mail', 'E-mail', 'UF', 'Complemento']
    const lines = Array.from({ length: 4 }, (_, index) => [
      `Padaria ${index}`,
      cnpjOf(91_000_000 + index),
      index < 3 ? '10 a 20' : '7',
      `compras${index}@x.example`,
      `dono${index}@x.example`,
      index === 3 ? 'XX' : 'SP',
      index === 0 ? 'x' : '',
    ])
    await choose(page, [headings, ...lines].map((line) => line.join(';')).join('\n'))
    await page.getByRole('button', { name: 'Coluna 5, E-mail: dono0@x.example · dono1@x.example' }).click()
    expect(await page.getByLabel('E-mail do administrador da linha 2').inputValue()).toBe('dono0@x.example')
    // An `x` may stand for an empty cell.
    await page.getByRole('button', { name: 'Deixar vazias' }).click()
    await rowOf(page, 2).getByText('Na planilha: x → vazio').waitFor()
    await checkScreen(page, 'import-equal-errors')

    await page.getByLabel('Funcionários contratados: “10 a 20” em 3 linhas. Valor certo:').fill('15')
    await page.getByRole('button', { name: 'Corrigir as 3 linhas' }).click()
    expect(await page.getByLabel('Funcionários contratados da linha 4').inputValue()).toBe('15')

    await rowOf(page, 5).getByRole('link', { name: 'UF', exact: true }).click()
    const state = page.getByLabel('UF da linha 5')
    await expect.poll(() => state.evaluate((input) => input === document.activeElement)).toBe(true)
    // Enter leads to the next error: the file has no names of administrators.
    await page.getByLabel('Razão social ou nome da linha 5').press('Enter')
    const administrator = page.getByLabel('Nome completo do administrador da linha 5')
    await expect.poll(() => administrator.evaluate((input) => input === document.activeElement)).toBe(true)

    await page.getByLabel('Razão social ou nome da linha 2').focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Sol Ltda\nLua Ltda\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    expect(await page.getByLabel('Razão social ou nome da linha 3').inputValue()).toBe('Lua Ltda')

    const name = page.getByLabel('Razão social ou nome da linha 5')
    await name.fill('COMPANHIA BRASILEIRA DE PANIFICAÇÃO E CONFEITARIA SOL NASCENTE')
    // The field is wide enough for a long name.
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

    await page.getByText('Localizar e substituir').click()
    await page.getByLabel('Localizar', { exact: true }).fill(' ltda')
    await page.getByLabel('Substituir por').fill(' ME')
    await page.getByRole('button', { name: 'Substituir em 2 linhas' }).click()
    expect(await page.getByLabel('Razão social ou nome da linha 2').inputValue()).toBe('Sol ME')
  })

  it('asks what the columns of an unknown spreadsheet contain, lets rows be corrected in place, and imports once on a double click', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    await choose(page, await createWorkbook(), 'clientes.xlsx')
    await page.getByText('Faltam colunas no arquivo: Nome fantasia.').waitFor()
    await page.getByLabel('Campo da coluna Apelido').selectOption({ label: 'Nome fantasia' })

    // Row 3 is empty: the row with the problem is the fourth of the spreadsheet.
    const quantity = page.getByLabel('Funcionários contratados da linha 4')
    expect(await quantity.inputValue()).toBe('0')
    await rowOf(page, 2).getByText('Zeros à esquerda restaurados.').first().waitFor()
    expect(await page.getByLabel('CNPJ da linha 2').inputValue()).toBe('01.234.567/0001-95')
    await page.getByRole('button', { name: 'Criar 1 conta' }).waitFor()
    await quantity.fill('1.200')
    await page.getByRole('button', { name: 'Criar 2 contas' }).dblclick()
    await page.getByText('Criadas: 2').waitFor()
    const { _items } = await service.accountsOf(user).list.query()
    expect(_items.map(({ cnpj, subscription_employees }) => [cnpj, subscription_employees])).toEqual([
      ['11222333000181', 1200],
      ['01234567000195', 12],
    ])

    // The portal remembers the chosen column, also for pasted cells.
    await page.getByRole('link', { name: 'Importar' }).first().click()
    await page.getByRole('heading', { name: 'Escolha a planilha preenchida' }).waitFor()
    expect(await page.getByRole('link', { name: 'clientes.xlsx' }).count()).toBe(1)
    const cells = SHEET.map((row) => row.join('\t')).join('\n')
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, cells)
    await rowOf(page, 2).getByText('É o administrador de: Padaria Sol').waitFor()
  })

  it('shows everything that is wrong with the workbook of a back office, and imports what is right', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Existente', 'Padaria Segunda'])
    // The list begins with the newest account.
    const [second, existing] = (await service.accountsOf(user).list.query())._items
    const page = await openAs(user, '/portal/import')
    await choose(page, createFaultyWorkbook(service.latestAdministratorEmail, existing?.cnpj ?? ''), 'clientes.xlsx')

    expect(await page.getByLabel('Campo da coluna E-mail', { exact: true }).inputValue()).toBe('')
    expect(await page.getByLabel('Campo da coluna E-mail do administrador').inputValue()).toBe('email')
    await page.getByText('Foi escolhida a coluna “E-mail do administrador”.').waitFor()
    expect(await page.getByLabel('E-mail do administrador da linha 4').inputValue()).toMatch(/^lote/)
    await page.getByText('1 linha está oculta na planilha').waitFor()
    const create = page.getByRole('button', { name: /^Criar \d+ contas?$/ })
    expect(await create.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Deixar de fora' }).click()

    const errors = {
      5: 'Uma fórmula da planilha deu erro.',
      6: 'O Excel cortou este número.',
      7: 'O Excel transformou este valor em data.',
      8: 'Isto é um CPF, não um CNPJ.',
      9: 'Está oculta na planilha.',
      10: 'É o administrador de: Padaria Segunda',
      11: 'Já tem conta: Padaria Existente',
      12: 'O mesmo documento está na linha 4.',
      13: 'Parece uma linha de total.',
    }
    for (const [line, text] of Object.entries(errors)) await rowOf(page, Number(line)).getByText(text).waitFor()
    await checkScreen(page, 'import-review')

    // The row cannot be created until the corrected CNPJ has been looked up.
    const lookup = deferred()
    await page.route('**/trpc/accounts.findExisting', async (route) => {
      await lookup.promise
      await route.continue()
    })
    await page.getByLabel('CNPJ da linha 5').fill(second?.cnpj ?? '')
    await page.getByText('Verificando quais clientes já têm conta…').waitFor()
    expect(await create.isDisabled()).toBe(true)
    lookup.resolve()
    await rowOf(page, 5).getByText('Já tem conta: Padaria Segunda').waitFor()
    await rowOf(page, 8).getByRole('button', { name: 'Usar como CPF' }).click()
    await page.getByRole('button', { name: 'Tirar a linha 6' }).click()
    await page.getByRole('button', { name: 'Criar outra conta para a linha 11' }).click()

    // The draft survives a reload, encrypted. After leaving the page, it opens again only once it is stored.
    await page.getByRole('button', { name: 'Criar 3 contas' }).waitFor()
    await page.getByRole('link', { name: 'Contas', exact: true }).click()
    await page.getByRole('heading', { name: 'Contas' }).waitFor()
    await page.getByRole('link', { name: 'Importar' }).first().click()
    await page.getByRole('button', { name: 'Criar 3 contas' }).waitFor()
    expect(await storedText(page)).not.toMatch(/lote\d|Padaria \d/)
    await page.reload()
    await rowOf(page, 6).getByText('Você tirou esta linha.').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar as outras linhas' }).click()
    const faulty = await readWorkbook(new Uint8Array(readFileSync(await (await saving).path())))
    const lines = typeof faulty === 'string' ? [] : (faulty[0]?.rows ?? []).map(({ cells }) => cells)
    expect(lines[0]?.slice(0, 3)).toEqual(['Linha', 'O que corrigir', 'Razão social'])
    expect(lines.find(([line]) => line === '7')).toEqual(expect.arrayContaining(['10/12/2026', 'cliente antigo']))

    await page.getByRole('button', { name: 'Criar 3 contas' }).click()
    await page.getByText('Criadas: 3').waitFor()
    await page.getByText('Há linhas deste arquivo que ainda não foram enviadas.').waitFor()
    await checkScreen(page, 'import-left')
    await page.getByRole('button', { name: 'Corrigir e importar' }).click()
    await page.getByRole('button', { name: 'A corrigir (1)' }).waitFor()
    expect(await page.getByLabel('Razão social ou nome da linha 4').count()).toBe(0)
    await page.getByRole('button', { name: 'Escolher outro arquivo' }).click()
    await page.getByRole('alertdialog', { name: 'Descartar esta importação?' }).waitFor()
    await page.getByRole('button', { name: 'Descartar', exact: true }).click()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  })

  it('renders only the rows in view of a long file, and creates more than 2,000 accounts in two batches', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    await choose(page, writeCsv(FIELDS, createRows(2001)))
    await page.getByRole('button', { name: 'Prontas (2.001)' }).waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    await page.getByRole('region', { name: 'Contas a criar' }).evaluate((region) => {
      region.scrollTop = region.scrollHeight
    })
    await page.getByLabel('E-mail do administrador da linha 2002').fill('maria')
    await rowOf(page, 2002).getByText('Corrigir: E-mail do administrador.').waitFor()
    await page.getByLabel('E-mail do administrador da linha 2002').fill('maria@longo.example')
    await page.getByRole('button', { name: 'Criar 2.001 contas' }).click()
    await page.getByRole('heading', { name: 'clientes.csv (1/2)' }).waitFor()
    await page.getByRole('button', { name: 'Pausar' }).click()
    await page.getByRole('link', { name: 'Importar' }).first().click()
    await page.getByRole('link', { name: 'clientes.csv (2/2)' }).waitFor()
  })

  it('respects the rate limit, waits after a 429, and returns a result for each row', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    let rejections = 0
    page.on('response', (response) => {
      if (response.url().endsWith('accounts.create') && response.status() === 429) rejections += 1
    })
    const file = createRows(20)
    await choose(page, writeCsv(FIELDS, file))
    await page.getByRole('button', { name: 'Criar 20 contas' }).click()
    await page.getByRole('progressbar', { name: 'Linhas processadas' }).waitFor()
    // Other pages of the user use up the rate limit until a creation is rejected.
    while (rejections === 0) await Promise.all(Array.from({ length: 6 }, () => statusOfOtherPage(page)))
    await page.getByText('Terminado.').waitFor({ timeout: 60_000 })
    await page.getByText('Criadas: 20 · Já existiam: 0 · Recusadas: 0 · Por criar: 0').waitFor()
    expect(await totalOf(service, user)).toBe(20)

    const results = await downloadResults(page)
    expect(results.match(/;pas_/g)).toHaveLength(20)
    for (const { email } of file) expect(results).toContain(email)

    await page.getByRole('button', { name: 'Apagar deste navegador' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar deste navegador' }).click()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  })

  it('resumes automatically after the tab was closed, and creates no account twice', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    await choose(page, writeCsv(FIELDS, createRows(14)))
    const fourthCreation = deferred()
    let sent = 0
    // The service creates the fourth account, but the tab is closed before it gets the response.
    await page.route('**/trpc/accounts.create', async (route) => {
      sent += 1
      if (sent < 4) return route.continue()
      await route.fetch()
      fourthCreation.resolve()
    })
    await page.getByRole('button', { name: 'Criar 14 contas' }).click()
    await page.getByText(/^Criadas: 3 /).waitFor()
    await fourthCreation.promise
    expect(await totalOf(service, user)).toBe(4)
    const again = await openTab(page, '/portal/import')
    await page.close()
    await again.getByRole('link', { name: 'clientes.csv' }).click()
    await again.getByText('Criadas: 14 · Já existiam: 0 · Recusadas: 0').waitFor({ timeout: 60_000 })
    expect(await totalOf(service, user)).toBe(14)
  })

  it('waits while the service does not respond, notifies at the end, and lets rejected rows be corrected', async () => {
    const { service, openAs } = portal()
    // Another partner has the account, because the portal finds e-mails of the user's partner before it sends anything.
    await service.addAccounts(await service.addUser(), ['Padaria Sol'])
    const page = await openAs(await service.addUser(), '/portal/import')
    const taken = createRows(1).map((row) => ({ ...row, email: service.latestAdministratorEmail }))
    await choose(page, writeCsv(FIELDS, [...createRows(3), ...taken]))
    // A fake that records notifications, because Chromium's headless shell has none.
    await page.evaluate(() => {
      const shown: string[] = []
      class FakeNotification {
        static permission = 'default'
        static requestPermission = () => {
          FakeNotification.permission = 'granted'
          return Promise.resolve('granted')
        }
        constructor(title: string, { body }: NotificationOptions) {
          shown.push(`${title} ${body}`)
        }
      }
      Object.assign(globalThis, { Notification: FakeNotification, shown })
    })
    const create = page.getByRole('button', { name: 'Criar 4 contas' })
    await expect.poll(() => create.isEnabled()).toBe(true)
    await page.context().setOffline(true)
    await create.click()
    await page.getByText('O serviço não respondeu.').waitFor()
    await page.getByRole('button', { name: 'Avisar quando terminar' }).click()
    await page.context().setOffline(false)
    await page.getByText('Terminado.').waitFor({ timeout: 60_000 })
    await page.getByText('Criadas: 3 · Já existiam: 0 · Recusadas: 1').waitFor()
    await page.getByRole('row').getByText('Este e-mail já é do administrador de outra conta.').waitFor()
    await checkScreen(page, 'import-results')
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown))
      .toEqual(['Terminado. clientes.csv: Criadas: 3 · Já existiam: 0 · Recusadas: 1 · Por criar: 0'])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar resultados (Excel)' }).click()
    const results = await readWorkbook(new Uint8Array(readFileSync(await (await downloading).path())))
    expect(JSON.stringify(results).match(/"pas_/g)).toHaveLength(3)

    await page.getByRole('button', { name: 'Corrigir e importar' }).click()
    await rowOf(page, 5).getByText('Este e-mail já é do administrador de outra conta.').waitFor()
    expect(await page.getByRole('button', { name: 'Nenhuma conta pronta' }).isDisabled()).toBe(true)
    await page.getByLabel('E-mail do administrador da linha 5').fill('outra@estrela.example')
    await page.getByRole('button', { name: 'Criar 1 conta' }).click()
    await page.getByText('Criadas: 1 · Já existiam: 0 · Recusadas: 0').waitFor()
  })

  it('rejects another account for a tax ID if another customer has its e-mail, although the first account exists', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    await service.addAccounts(user, ['Padaria Primeira'])
    const [first] = (await service.accountsOf(user).list.query())._items
    // Of another partner, so the portal does not find the e-mail before it sends the row.
    await service.addAccounts(await service.addUser(), ['Padaria Sol'])
    const page = await openAs(user, '/portal/import')
    const file = createRows(1).map((row) => ({
      ...row,
      'company_doc.cnpj': first?.cnpj ?? '',
      email: service.latestAdministratorEmail,
    }))
    await choose(page, writeCsv(FIELDS, file))
    await page.getByRole('button', { name: 'Criar outra conta para a linha 2' }).click()
    await page.getByRole('button', { name: 'Criar 1 conta' }).click()
    await page.getByText('Criadas: 0 · Já existiam: 0 · Recusadas: 1').waitFor()
    await page.getByRole('row').getByText('Este e-mail já é do administrador de outra conta.').waitFor()
  })

  it('reports that the browser could not store the batch, and starts it at the next press', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    await choose(page, writeCsv(FIELDS, createRows(1)))
    await failNextCall(page, 'add')
    await page.getByRole('button', { name: 'Criar 1 conta' }).click()
    await page.getByText('O navegador não conseguiu guardar a importação.').waitFor()
    await page.getByRole('button', { name: 'Criar 1 conta' }).click()
    await page.getByText('Criadas: 1 · Já existiam: 0 · Recusadas: 0').waitFor()
  })

  it('stops if the browser cannot store a result, and fetches that result after resuming', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    await choose(page, writeCsv(FIELDS, createRows(1)))
    const failOnce = async (route: Route) => {
      await failNextCall(page, 'put')
      await route.continue()
    }
    await page.route('**/trpc/accounts.create', failOnce, { times: 1 })
    await page.getByRole('button', { name: 'Criar 1 conta' }).click()
    await page.getByText('o navegador não conseguiu guardar um resultado').waitFor()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Criadas: 1 · Já existiam: 0 · Recusadas: 0').waitFor()
    expect(await totalOf(service, user)).toBe(1)
  })

  it('stores secrets encrypted, asks at sign-out whether to delete them, and shows them after the permission is lost', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    // Resolves when the page asks the browser never to delete its data.
    const persistenceRequest = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          navigator.storage.persist = () => {
            resolve()
            return Promise.resolve(false)
          }
        }),
    )
    await start(page, writeCsv(FIELDS, createRows(1)))
    await persistenceRequest
    await page.getByText('Terminado.').waitFor()
    const stored = await storedText(page)
    expect(stored).toContain('clientes.csv')
    expect(stored).not.toMatch(/pas_|estrela\.example|Maria/)

    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.getByRole('alertdialog').getByText('A chave secreta de 1 conta ainda não foi baixada').waitFor()
    await checkScreen(page, 'sign-out-with-results')
    await page.getByRole('button', { name: 'Sair e manter os resultados' }).click()
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()

    await service.internal.portalUsers.setPermissions.mutate({ id: user.id, permissions: ['accounts:read'] })
    await signIn(page, user.email)
    await page.getByRole('link', { name: 'Importar' }).first().click()
    await page.getByRole('heading', { name: 'Seu usuário não pode criar contas' }).waitFor()
    await page.getByRole('link', { name: 'clientes.csv' }).click()
    expect(await downloadResults(page)).toMatch(/;pas_/)

    await page.getByRole('button', { name: 'Ana Souza' }).click()
    await page.getByRole('button', { name: 'Sair', exact: true }).click()
    await page.getByText('Os resultados que você baixou ainda estão neste navegador').waitFor()
    await failNextCall(page, 'delete')
    await page.getByRole('button', { name: 'Sair e apagar os resultados' }).click()
    // The retry after the failed deletion deletes the results, too.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    expect(await storedText(page)).not.toContain('clientes.csv')
  })

  it('spreads creations evenly, leaves requests to other pages of the user, and shows rate and time left', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    const sentAt: number[] = []
    // Times of the browser's clock, because this process may receive its events late.
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('accounts.create')) sentAt.push(request.timing().startTime)
    })
    await start(page, writeCsv(FIELDS, createRows(15)))
    await page.getByText('Cerca de 180 contas por minuto · faltam cerca de').waitFor()
    // Another page sends a request about once a second.
    do {
      expect(await statusOfOtherPage(page)).toBe(200)
      await page.waitForTimeout(1200)
    } while (!(await page.getByText('Terminado.').isVisible()))
    // The last events may not have arrived yet.
    expect(sentAt.length).toBeGreaterThan(10)
    const countFrom = (start: number) => sentAt.filter((at) => at >= start && at < start + 3000).length
    // The portal sends 9 in 3 seconds. A busy machine may delay one into the next 3 seconds.
    expect(Math.max(...sentAt.map(countFrom))).toBeLessThanOrEqual(10)
  })

  it('shows that another tab runs the batch, and continues when that tab is closed', async () => {
    const { service, openAs } = portal()
    const page = await openAs(await service.addUser(), '/portal/import')
    await page.route('**/trpc/accounts.create', (route) => route.abort('connectionreset'))
    await start(page, writeCsv(FIELDS, createRows(1)))
    await page.getByText('O serviço não respondeu.').waitFor()
    await page.getByRole('button', { name: 'Pausar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).waitFor()
    await page.unroute('**/trpc/accounts.create')
    const otherTab = await page.context().newPage()
    await otherTab.goto('/ready')
    await holdLock(otherTab, `partner-accounts.batch ${page.url().split('/').at(-1)}`)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Esta importação está em andamento em outra aba.').waitFor()
    await otherTab.close()
    await page.getByText('Criadas: 1 · Já existiam: 0 · Recusadas: 0').waitFor()
  })

  it('warns before it resumes rows whose response was lost more than a day ago', async () => {
    const { service, openAs } = portal()
    const user = await service.addUser()
    const page = await openAs(user, '/portal/import')
    await page.clock.install()
    await page.route('**/trpc/accounts.create', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await start(page, writeCsv(FIELDS, createRows(2)))
    await page.getByText('O serviço não respondeu.').waitFor()
    await page.getByRole('button', { name: 'Pausar' }).click()
    // The button appears when no request is in flight.
    await page.getByRole('button', { name: 'Continuar' }).waitFor()
    await service.restart({ daysLater: 2 })
    await page.unroute('**/trpc/accounts.create')
    await page.clock.setSystemTime(Date.now() + 2 * 86_400_000)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('alertdialog', { name: 'Já faz mais de 24 horas' }).waitFor()
    await checkScreen(page, 'import-late')
    await page.getByRole('button', { name: 'Continuar mesmo assim' }).click()
    // The session has expired in these two days, too.
    await page.getByRole('alertdialog', { name: 'Sua sessão terminou' }).waitFor()
    await signIn(page, undefined)
    await page.getByText('Criadas: 1 · Já existiam: 1 · Recusadas: 0 · Por criar: 0').waitFor()
    await page.getByText('Esta conta já existe.').waitFor()
    expect(await totalOf(service, user)).toBe(2)
  })
})

describePortal('importing through failures', {}, (portal) => {
  const title =
    'creates 120 accounts once despite an outage, a second tab with the same file and a killed browser, and has all secrets'
  it(title, { timeout: 480_000 }, async () => {
    const { service } = portal()
    const user = await service.addUser()
    const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-browser-'))
    const options = {
      executablePath: CHROMIUM ?? '',
      baseURL: service.origin,
      locale: 'pt-BR',
      reducedMotion: 'reduce' as const,
    }
    const launch = () => chromium.launchPersistentContext(folder, options)
    const customers = createRows(120)
    const lines = customers.map((row) => FIELDS.map((field) => (row as Partial<Record<string, string>>)[field] ?? ''))
    const file = workbookOf({ name: 'Clientes', rows: [[...FIELDS], ...lines].map((cells) => ({ cells })) })
    const waitForMoreThan = async (count: number, page: Page) => {
      const countCreated = async () => Number(/Criadas: (\d+)/.exec(await page.getByRole('main').innerText())?.[1])
      await expect.poll(countCreated).toBeGreaterThan(count)
    }
    try {
      const context = await launch()
      const outage = deferred()
      const lostResponse = deferred()
      let sent = 0
      // The 60th creation waits for the outage, and the 100th gets no response. Otherwise, the batch might end before the
      // outage or the kill on a busy machine.
      await context.route('**/trpc/accounts.create', async (route) => {
        sent += 1
        if (sent === 60) await outage.promise
        if (sent < 100) return route.continue()
        await route.fetch()
        lostResponse.resolve()
      })
      const [first = await context.newPage()] = context.pages()
      await first.goto('/portal/import')
      await signIn(first, user.email)
      await first.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
      // The second tab opens before the first has a file, with which it would otherwise continue.
      const second = await openTab(first, '/portal/import')
      await second.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
      const create = (page: Page) => page.getByRole('button', { name: 'Criar 120 contas' })
      for (const page of [first, second]) {
        await choose(page, file, 'clientes.xlsx')
        await expect.poll(() => create(page).isEnabled()).toBe(true)
      }
      await create(first).click()
      await waitForMoreThan(10, first)
      const whileDown = () => {
        outage.resolve()
        return first.getByText('O serviço não respondeu.').waitFor({ timeout: 90_000 })
      }
      await service.restart({ whileDown })
      await create(second).click()
      await second.getByText('Outra importação está em andamento').waitFor()
      await waitForMoreThan(30, first)
      await lostResponse.promise

      const killed = new Promise((resolve) => context.once('close', resolve))
      const browser = await context.browser()!.newBrowserCDPSession()
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
      process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL')
      await killed
      expect(await totalOf(service, user)).toBeLessThan(120)

      const restarted = await launch()
      const [page = await restarted.newPage()] = restarted.pages()
      // The batch waits until this test has seen its progress on another page.
      const progress = deferred()
      await restarted.route('**/trpc/accounts.create', async (route) => {
        await progress.promise
        await route.continue()
      })
      await restarted.clearCookies()
      await page.goto('/portal/accounts')
      // Chromium may have lost who was signed in: it writes to disk every few seconds.
      const isForgotten = await page.getByLabel('E-mail', { exact: true }).isEditable()
      await signIn(page, isForgotten ? user.email : undefined)
      await page.getByRole('link', { name: /^Importar · \d+ %$/ }).waitFor()
      await expect.poll(() => page.title()).toMatch(/^\(\d+ %\) Contas/)
      progress.resolve()
      const secrets: string[] = []
      // The list shows the batch of the second tab first, and then the batch of the first tab.
      const batches = [
        { position: 1, result: 'Criadas: 120 · Já existiam: 0' },
        { position: 0, result: 'Criadas: 0 · Já existiam: 120' },
      ]
      for (const { position, result } of batches) {
        await page.getByRole('link', { name: 'Importar' }).first().click()
        await page.getByRole('link', { name: 'clientes.xlsx' }).nth(position).click()
        await page.getByText(`${result} · Recusadas: 0 · Por criar: 0`).waitFor({ timeout: 120_000 })
        secrets.push(...((await downloadResults(page)).match(/;pas_[^;\r\n]+/g) ?? []))
      }
      expect([secrets.length, new Set(secrets).size, await totalOf(service, user)]).toEqual([120, 120, 120])
      await checkScreen(page, 'import-existing')
      await page.getByRole('link', { name: 'Padaria 3', exact: true }).click()
      await page.getByRole('heading', { name: 'Padaria 3', level: 1 }).waitFor()
      await restarted.close()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
