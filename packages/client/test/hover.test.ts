import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, expect, it } from 'vitest'

const FILE = fileURLToPath(new URL('hovered.ts', import.meta.url))
const CODE = `
import { createPartnerAccountsClient } from '../src/index.ts'
const client = createPartnerAccountsClient({ url: '' })
const coupon = await client.internal.coupons.get.query({ code: 'A' })
const partners = await client.internal.partners.list.query()
const accounts = await client.accounts.list.query()
const created = await client.internal.coupons.create.mutate({ code: 'A', percentOff: 20 })
`

let service: ts.LanguageService
beforeAll(() => {
  const config = fileURLToPath(new URL('../tsconfig.json', import.meta.url))
  const { config: json } = ts.readConfigFile(config, (file) => ts.sys.readFile(file)) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(json, ts.sys, path.dirname(config))
  const read = (file: string) => (file === FILE ? CODE : ts.sys.readFile(file))
  service = ts.createLanguageService({
    // Leaves out the types of the browser and of Node, which no procedure uses.
    getCompilationSettings: () => ({ ...options, lib: ['lib.es2023.d.ts'], types: [] }),
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(read(file) ?? ''),
    getCurrentDirectory: () => path.dirname(config),
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: read,
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
  })
})

/** Returns what an editor shows where the text first occurs in the code. */
const hover = (text: string) => service.getQuickInfoAtPosition(FILE, CODE.indexOf(text))

it('an editor shows what a procedure does, the required role and the errors', () => {
  const info = hover('get.query')
  expect(ts.displayPartsToString(info?.documentation)).toBe(
    'Returns a coupon by its code.\n\nRequires the role `viewer`.',
  )
  expect(info?.tags).toEqual([{ name: 'throws', text: [{ kind: 'text', text: '`coupon-not-found`' }] }])
})

it.each([
  ['coupon', 'Coupon'],
  ['partners', 'CountedPage<ListedPartner>'],
  ['accounts', 'AccountPage'],
])('an editor shows the result %s as %s', (variable, model) => {
  expect(ts.displayPartsToString(hover(`${variable} =`)?.displayParts)).toBe(`const ${variable}: ${model}`)
})

it('an editor shows the input of a procedure by its name', () => {
  expect(ts.displayPartsToString(hover('mutate')?.displayParts)).toContain('(input: InternalCouponsCreateInput, ')
  expect(ts.displayPartsToString(hover('query()')?.displayParts)).toContain('(input: void | InternalPartnersListInput')
})
