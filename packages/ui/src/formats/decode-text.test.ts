import { expect, it } from 'vitest'
import { readingsOf } from './decode-text.ts'

const NAMES = 'João Conceição; Açougue São José; ANTÔNIO GONÇALVES; Café d’Ávila; Nº 12; Praça da Sé, Paraná'
const bytesOf = (text: string, letters: Record<string, number>) =>
  Uint8Array.from(text, (character) => letters[character] ?? character.charCodeAt(0))
const DOS = { ã: 0xc6, ç: 0x87, é: 0x82, Ô: 0xe2, Ç: 0x80, Á: 0xb5, º: 0xa7, á: 0xa0, '’': 0x27 }
const DOS_PORTUGUESE = { ...DOS, ã: 0x84, Ô: 0x8c, Á: 0x86 }
const MAC = { ã: 0x8b, ç: 0x8d, é: 0x8e, Ô: 0xef, Ç: 0x82, Á: 0xe7, º: 0xbc, á: 0x87, '’': 0xd5 }
const WINDOWS = { '’': 0x92 }

it.each([
  ['windows-1252', WINDOWS, NAMES],
  ['ibm850', DOS, NAMES.replace('’', "'")],
  ['ibm860', DOS_PORTUGUESE, NAMES.replace('’', "'")],
  ['macintosh', MAC, NAMES],
])('recognizes %s by what cannot stand in Portuguese', (encoding, letters, text) => {
  expect(readingsOf(bytesOf(text, letters))).toEqual([{ encoding, text }])
})

it.each(['utf16le', 'utf8'] as const)('recognizes %s without a byte order mark', (encoding) => {
  const bytes = new Uint8Array(Buffer.from(`${NAMES}\n${NAMES}`, encoding))
  expect(readingsOf(bytes).map(({ text }) => text)).toEqual([`${NAMES}\n${NAMES}`])
})

it('reads a name of another language, and a space that does not break, as Excel in Brazil writes them', () => {
  const text = 'São Jäger\u00A0Ltda; Conceição Müller'
  expect(readingsOf(bytesOf(text, {}))).toEqual([{ encoding: 'windows-1252', text }])
})

it('returns each possible reading when a file has too few letters to decide', () => {
  const texts = readingsOf(bytesOf('Gon\x87alves', {})).map(({ text }) => text)
  expect(texts).toEqual(['Gonçalves', 'Gonáalves'])
})
