import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { RequestError } from './errors/request-error.ts'
import { parseBody } from './parse-body.ts'

const CUT_OFF =
  'If it is complete where you send it, your Content-Length is too small: it counts bytes, not characters.'

function hintOf(body: string | Uint8Array | undefined, contentEncoding?: string): string | undefined {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  try {
    parseBody(bytes, contentEncoding)
  } catch (error) {
    expect(error).toMatchObject({ kind: 'invalid-json' })
    return (error as RequestError).hint
  }
  throw new Error('the body was accepted')
}

describe('parseBody', () => {
  it.each<[string, string | Uint8Array | undefined, string]>([
    ['no body', undefined, 'It is empty.'],
    ['an empty body', '', 'It is empty.'],
    ['white space', ' \r\n', 'It contains only white space.'],
    [
      'Latin-1',
      Buffer.from('{"name":"Ação"}', 'latin1'),
      'It is not UTF-8: byte 0xE7 at offset 10. Encode it as UTF-8, not as Latin-1 or Windows-1252.',
    ],
    [
      'Latin-1 after a replacement character of the client',
      Buffer.concat([Buffer.from('{"a":"\uFFFDé'), Buffer.from('ç"}', 'latin1')]),
      'It is not UTF-8: byte 0xE7 at offset 11. Encode it as UTF-8, not as Latin-1 or Windows-1252.',
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFF{"a":1}', 'utf16le'),
      'It is not UTF-8 but probably UTF-16: there is a NUL byte at offset 3.',
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('{}', 'utf16le'),
      'It is probably UTF-16: there is a NUL byte at offset 1. Encode it as UTF-8.',
    ],
    [
      'UTF-16 in the other byte order',
      Buffer.from('{}', 'utf16le').swap16(),
      'It is probably UTF-16: there is a NUL byte at offset 0. Encode it as UTF-8.',
    ],
    ['base64', btoa('{"a":"bc"}'), 'It is base64. Send the decoded bytes.'],
    ['base64 of indented JSON', btoa('{\n  "a":1}'), 'It is base64. Send the decoded bytes.'],
    ['a NUL', '{"a":"\0"}', 'It contains a NUL byte at offset 6.'],
    ['a body cut off between characters', '{"name":"Pão"', `It ends within the JSON, after 14 bytes. ${CUT_OFF}`],
    ['a body cut off in a text', '{"name":"Pã', `It ends within the JSON, after 12 bytes. ${CUT_OFF}`],
    ['a cut-off body with a byte order mark', '\uFEFF{"a":1', `It ends within the JSON, after 9 bytes. ${CUT_OFF}`],
    ['a body cut off after a comma', '{"a":1,', `It ends within the JSON, after 7 bytes. ${CUT_OFF}`],
    ['a body cut off in a word', '{"a":tru', `It ends within the JSON, after 8 bytes. ${CUT_OFF}`],
    [
      'a body cut off within a character',
      Buffer.from('{"name":"Pã').subarray(0, -1),
      `It ends within a character, after 11 bytes. ${CUT_OFF}`,
    ],
    ['gzip', gzipSync('{}'), 'It is compressed (gzip). Send it uncompressed, without Content-Encoding.'],
    ['deflate', deflateSync('{}'), 'It is compressed (deflate). Send it uncompressed, without Content-Encoding.'],
    ['a form', 'email=a%40b.example&password=x', 'It is a form. Send the fields as a JSON object.'],
    [
      'a multipart form',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--',
      'It is a form. Send the fields as a JSON object.',
    ],
    ['a trailing comma', '{"a":"b@c.example",}', 'Check its syntax at character 19.'],
  ])('explains %s', (_case, body, hint) => expect(hintOf(body)).toBe(hint))

  it('explains a compression that only the header names, unless it is identity, a charset or empty', () => {
    expect(hintOf('\u000b\u0001{', 'br')).toBe('It is compressed (br). Send it uncompressed, without Content-Encoding.')
    for (const uncompressed of ['Identity', 'utf-8', ''])
      expect(hintOf('{', uncompressed)).toBe(`It ends within the JSON, after 1 bytes. ${CUT_OFF}`)
  })

  it('explains a body that looks like base64 without trying all ways to divide it', () => {
    const before = process.cpuUsage()
    expect(hintOf(`eyA${'\n'.repeat(65_500)}!`)).toBe('Check its syntax.')
    const { user } = process.cpuUsage(before)
    // Half a second. It took two seconds when the time grew with the square of the length.
    expect(user).toBeLessThan(500_000)
  })

  it('never quotes the body', () => {
    for (const body of ['secret', '{"a": secret}', "{'secret': 1}", '{"a":"secret\n"}'])
      expect(hintOf(body)).not.toContain('secret')
  })

  it('accepts JSON with a byte order mark, and values other than objects', () => {
    expect(parseBody(Buffer.from('\uFEFF{"a":1}'))).toEqual({ a: 1 })
    expect(parseBody(Buffer.from('[1]'))).toEqual([1])
  })
})
