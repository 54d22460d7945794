import { expect, it } from 'vitest'
import { readingsOf } from './decode-text.ts'

const NAMES = 'João Conceição; Açougue São José; ANTÔNIO GONÇALVES; Café d’Ávila; Nº 12; Praça da Sé, Paraná'
/** @param bytes of the characters that differ from Latin-1 */
const encode = (text: string, bytes: Record<string, number>) =>
  Uint8Array.from(text, (character) => bytes[character] ?? character.charCodeAt(0))
const DOS = { ã: 0xc6, ç: 0x87, é: 0x82, Ô: 0xe2, Ç: 0x80, Á: 0xb5, º: 0xa7, á: 0xa0, '’': 0x27 }
const DOS_PORTUGUESE = { ...DOS, ã: 0x84, Ô: 0x8c, Á: 0x86 }
const MAC = { ã: 0x8b, ç: 0x8d, é: 0x8e, Ô: 0xef, Ç: 0x82, Á: 0xe7, º: 0xbc, á: 0x87, '’': 0xd5 }
const WINDOWS = { '’': 0x92 }

it.each([
  ['windows-1252', WINDOWS, NAMES],
  ['ibm850', DOS, NAMES.replace('’', "'")],
  ['ibm860', DOS_PORTUGUESE, NAMES.replace('’', "'")],
  ['macintosh', MAC, NAMES],
])('readingsOf recognizes %s, because the text is not Portuguese in any other encoding', (encoding, bytes, text) => {
  expect(readingsOf(encode(text, bytes))).toEqual([{ encoding, text }])
})

it.each(['utf16le', 'utf8'] as const)('readingsOf recognizes %s without a byte order mark', (encoding) => {
  const bytes = new Uint8Array(Buffer.from(`${NAMES}\n${NAMES}`, encoding))
  expect(readingsOf(bytes).map(({ text }) => text)).toEqual([`${NAMES}\n${NAMES}`])
})

it('readingsOf reads a name of another language and a no-break space as Excel in Brazil writes them', () => {
  const text = 'São Jäger\u00A0Ltda; Conceição Müller'
  expect(readingsOf(encode(text, {}))).toEqual([{ encoding: 'windows-1252', text }])
})

it('readingsOf returns each possible reading of a file that has too few accented letters to decide', () => {
  const texts = readingsOf(encode('Gon\x87alves', {})).map(({ text }) => text)
  expect(texts).toEqual(['Gonçalves', 'Gonáalves'])
})
