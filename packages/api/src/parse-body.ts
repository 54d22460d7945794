import { RequestError } from './errors/request-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a body of any JSON value.
 *
 * @param contentEncoding the header, which may explain why the body is not JSON
 * @throws RequestError `invalid-json` with the reason, also for an empty body and invalid UTF-8
 */
export function parseBody(body: unknown, contentEncoding?: string): unknown {
  const bytes = (body ?? new Uint8Array()) as Uint8Array
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const hint = explain(Buffer.from(bytes), contentEncoding, error)
    throw new RequestError('invalid-json', { cause: error, hint })
  }
}

/** First bytes of compressed data in hexadecimal (RFC 1952, RFC 1950, RFC 8878). */
const COMPRESSIONS = [
  { name: 'gzip', prefix: '1f8b' },
  { name: 'deflate', prefix: '7801' },
  { name: 'deflate', prefix: '785e' },
  { name: 'deflate', prefix: '789c' },
  { name: 'deflate', prefix: '78da' },
  { name: 'zstd', prefix: '28b52ffd' },
]
const MAX_PREFIX_BYTES = 4
/** Values of Content-Encoding that name no compression. Some clients send the charset. */
const NOT_COMPRESSED = ['', 'identity', 'utf-8', 'utf8']
/**
 * Matches the base64 of a JSON object, which begins with a brace and then a quote, a space or a line break. The text must have
 * no white space at its end: a pattern for it would make the time of a match grow with the square of the length.
 */
const BASE64 = /^(ey[A-P]|ew[0ko])[\w+/\r\n-]+={0,2}$/
const URL_ENCODED_FORM = /^[\w.[\]%+-]+=/
const MULTIPART_FORM = /^--[^\r\n]+\r?\nContent-Disposition:/i

/** Explains why a body is not JSON. Never quotes the body, because it may contain secrets. */
function explain(body: Buffer, contentEncoding: string | undefined, error: unknown): string {
  if (body.length === 0) return 'It is empty.'
  const start = body.toString('hex', 0, MAX_PREFIX_BYTES)
  const compression = COMPRESSIONS.find(({ prefix }) => start.startsWith(prefix))?.name ?? contentEncoding
  if (compression !== undefined && !NOT_COMPRESSED.includes(compression.toLowerCase()))
    return `It is compressed (${compression}). Send it uncompressed, without Content-Encoding.`
  const invalid = findInvalidByte(body)
  if (invalid !== undefined) return explainEncoding(body, invalid)
  const text = body.toString()
  if (text.trim() === '') return 'It contains only white space.'
  const nul = body.indexOf(0)
  if (nul !== -1) return explainNul(body, nul)
  if (BASE64.test(text.trimEnd())) return 'It is base64. Send the decoded bytes.'
  if (URL_ENCODED_FORM.test(text) || MULTIPART_FORM.test(text)) return 'It is a form. Send the fields as a JSON object.'
  return explainSyntax(body, error)
}

const CUT_OFF =
  'If it is complete where you send it, your Content-Length is too small: it counts bytes, not characters.'

/** Recognizes UTF-16 by its NUL bytes. When ASCII text is encoded as UTF-16, every second byte is NUL. */
function explainNul(body: Buffer, offset: number): string {
  const isUtf16 = offset <= 1 && body.length > 2 && body[offset + 2] === 0
  return isUtf16
    ? `It is probably UTF-16: there is a NUL byte at offset ${offset}. Encode it as UTF-8.`
    : `It contains a NUL byte at offset ${offset}.`
}

function explainEncoding(body: Buffer, offset: number): string {
  if (body.includes(0)) return `It is not UTF-8 but probably UTF-16: there is a NUL byte at offset ${body.indexOf(0)}.`
  if (isStartOfCharacter(body.subarray(offset)))
    return `It ends within a character, after ${body.length} bytes. ${CUT_OFF}`
  const byte = body[offset]?.toString(16).toUpperCase().padStart(2, '0')
  return `It is not UTF-8: byte 0x${byte} at offset ${offset}. Encode it as UTF-8, not as Latin-1 or Windows-1252.`
}

/** Matches V8's messages for JSON that ends too early. V8's other messages contain a position. */
const ENDS_EARLY = /^Unexpected end of JSON input|^Unterminated string/

function explainSyntax(body: Buffer, error: unknown): string {
  const { message } = error as Error
  const position = /at position (\d+)/.exec(message)?.[1]
  // V8's positions do not count a byte order mark.
  const text = utf8.decode(body)
  const isCutOff = ENDS_EARLY.test(message) || Number(position) >= text.trimEnd().length
  if (isCutOff) return `It ends within the JSON, after ${body.length} bytes. ${CUT_OFF}`
  return position === undefined ? 'Check its syntax.' : `Check its syntax at character ${position}.`
}

/** Returns the offset of the first byte that is not part of a UTF-8 character. */
function findInvalidByte(body: Buffer): number | undefined {
  const text = body.toString()
  let offset = 0
  for (const character of text) {
    const bytes = Buffer.from(character)
    // U+FFFD is either a character of the body, encoded as EF BF BD, or stands for invalid bytes.
    if (character === REPLACEMENT && !body.subarray(offset, offset + bytes.length).equals(bytes)) return offset
    offset += bytes.length
  }
  return undefined
}

const REPLACEMENT = '\uFFFD'

/** Returns whether the bytes are an incomplete UTF-8 character (RFC 3629, 4). */
function isStartOfCharacter(bytes: Buffer): boolean {
  const [first = 0] = bytes
  const length = CHARACTER_LENGTHS.find(({ from, to }) => first >= from && first <= to)?.length ?? 1
  return bytes.length < length && bytes.subarray(1).every((byte) => byte >= 0x80 && byte <= 0xbf)
}

/** Lengths of UTF-8 characters in bytes, by their first byte. */
const CHARACTER_LENGTHS = [
  { from: 0xc2, to: 0xdf, length: 2 },
  { from: 0xe0, to: 0xef, length: 3 },
  { from: 0xf0, to: 0xf4, length: 4 },
]
