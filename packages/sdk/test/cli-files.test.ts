import { describe, expect, it } from 'vitest'
import { checkColumns } from '../src/node/cli/columns.ts'
import { parseCsv } from '../src/node/cli/csv.ts'
import { decodeText } from '../src/node/cli/decode-text.ts'
import { printable } from '../src/node/cli/printable.ts'

it('parseCsv reads quotes, empty cells and both delimiters, and names the line of a broken quote', () => {
  expect(parseCsv('a,b,c\n1,"x,""y""\nz",\n').records).toEqual([{ a: '1', b: 'x,"y"\nz', c: '' }])
  expect(parseCsv('a;b\r\n;2').records).toEqual([{ a: '', b: '2' }])
  expect(() => parseCsv('a,b\n1,"x\n')).toThrow('line 2')
  expect(parseCsv('a,b\n1,2,,\n').records).toEqual([{ a: '1', b: '2' }])
  expect(() => parseCsv('id,name\n1,Sol\n2,Padaria Estrela, Ltda\n')).toThrow('record 2 has more cells')
})

it('checkColumns names every unknown column and the nearest known one', () => {
  expect(() => checkColumns('rows.csv', ['email', 'company_doc.cnpj'])).not.toThrow()
  const check = () => checkColumns('rows.csv', ['emial', 'cnpj', 'adress.city', '__proto__.x', 'email'])
  expect(check).toThrow(
    'unknown columns: "emial" (email?), "cnpj" (company_doc.cnpj?), "adress.city" (company_doc.address.city?), "__proto__.x"',
  )
})

it('checkColumns finds the nearest column by its last name, whatever object it is in', () => {
  const check = () => checkColumns('rows.csv', ['company.city', 'empresa.cpf', 'adress.street_nam'])
  expect(check).toThrow(
    '"company.city" (company_doc.address.city?), "empresa.cpf" (company_doc.cpf?), "adress.street_nam" (company_doc.address.street_name?)',
  )
})

it('printable escapes what a terminal would execute, and keeps line breaks and accents', () => {
  expect(printable('São\tJoão\n')).toBe('São\tJoão\n')
  expect(printable('\u001b]0;x\u0007 \u009b2J \u202e')).toBe('\\u001b]0;x\\u0007 \\u009b2J \\u202e')
})

describe('decodeText', () => {
  const CSV = 'nome\nJosé\nSão João'
  const utf8 = Buffer.from(CSV)
  const latin1 = Buffer.from(CSV, 'latin1')
  const utf16 = Buffer.from(`\uFEFF${CSV}`, 'utf16le')

  it.each([
    ['UTF-8', utf8, 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${CSV}`), 'utf-8'],
    ['UTF-16 with a byte order mark', utf16, 'utf-16le'],
    ['big-endian UTF-16 with a byte order mark', Buffer.from(utf16).swap16(), 'utf-16be'],
    ['windows-1252', latin1, 'windows-1252'],
  ])('detects %s', (_name, bytes, encoding) => {
    expect(decodeText(bytes, 'rows.csv')).toEqual({ text: CSV, encoding })
  })

  it('decodes the punctuation of windows-1252, which Latin-1 does not have', () => {
    expect(decodeText(Uint8Array.of(0xe3, 0x20, 0x96, 0x92, 0x80), 'rows.csv').text).toBe('ã –’€')
  })

  it.each([
    ['of windows-1252 that is read as UTF-8', latin1, 'utf-8', 2],
    ['that mixes encodings', Buffer.concat([utf8, Buffer.from('\n'), latin1]), undefined, 5],
    ['of windows-1252 behind a byte order mark of UTF-8', Buffer.concat([Buffer.from('\uFEFF'), latin1]), undefined, 2],
    ['with replacement characters, which another program wrote', Buffer.from('nome\nS\uFFFDo'), undefined, 2],
    ['of windows-1252 that is not CSV', latin1, undefined, 2, 'rows.jsonl'],
  ])('rejects a file %s, and names the line', (_name, bytes, encoding, line, file = 'rows.csv') => {
    expect(() => decodeText(bytes, file, encoding)).toThrow(`${file}, line ${line} `)
  })
})
