import { gzipSync } from 'node:zlib'

/** Bodies that are not valid JSON. */
export const UNREADABLE_BODIES: Record<string, string | Uint8Array | undefined> = {
  'no body': undefined,
  'an empty body': '',
  'only white space': ' \r\n\t',
  'a word': 'email',
  'a form': 'email=a%40b.example&password=x',
  'an unfinished object': '{"email":"a@b.example"',
  'a trailing comma': '{"email":"a@b.example",}',
  'single quotes': "{'email':'a@b.example'}",
  'two values': '{}{}',
  'a comment': '{} // nothing',
  'not a number': '{"employees_quantity":NaN}',
  'a raw line feed in a string': '{"email":"a\n"}',
  'brackets that never close': '['.repeat(60_000),
  'invalid UTF-8 in a string': Buffer.from('{"email":"\xff","password":"x"}', 'latin1'),
  'half a character at the end': Buffer.from([0x22, 0xe2, 0x82]),
  'an encoded surrogate': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'a NUL in a string': '{"email":"a\0"}',
  'compressed JSON': gzipSync('{}'),
  'UTF-16': Buffer.from('\ufeff{}', 'utf16le'),
}
