/** Bytes 128 to 255 of the code pages of DOS, which browsers cannot decode. */
const DOS_LETTERS = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  ibm860:
    'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
}

const ENCODINGS = ['windows-1252', 'utf-8', 'ibm850', 'ibm860', 'macintosh'] as const
type Encoding = (typeof ENCODINGS)[number] | 'utf-16le' | 'utf-16be'

export interface Reading {
  encoding: Encoding
  text: string
}

/** Two readings whose costs differ by less are both possible. */
const CERTAINTY = 1
/** Excel in Brazil writes windows-1252. The others cost more, so windows-1252 survives one unlikely character. */
const COST_OF_OTHER_ENCODINGS = 0.25
const MAX_SCORED_CHARACTERS = 20_000

/**
 * Decodes UTF-8 and UTF-16. Tries the encodings of Excel in Brazil, DOS and old Macs for other bytes.
 *
 * @returns the possible readings, the likeliest first
 */
export function readingsOf(bytes: Uint8Array): Reading[] {
  const known = knownEncoding(bytes)
  if (known) return [{ encoding: known, text: new TextDecoder(known).decode(bytes) }]
  const scored = ENCODINGS.map((encoding) => {
    const text = decode(bytes, encoding)
    const prior = encoding === 'windows-1252' ? 0 : COST_OF_OTHER_ENCODINGS
    return { encoding, text, cost: prior + costOf(text) }
  }).sort((one, other) => one.cost - other.cost)
  const best = scored[0]?.cost ?? 0
  const possible = scored.filter(({ cost }) => cost - best < CERTAINTY)
  const distinct = possible.filter(({ text }, index) => possible.findIndex((other) => other.text === text) === index)
  return distinct.map(({ encoding, text }) => ({ encoding, text }))
}

/** Returns the likeliest reading. */
export const decodeText = (bytes: Uint8Array): string => readingsOf(bytes)[0]?.text ?? ''

function knownEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 1000)
  const zerosAt = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length
  // Without a byte order mark, half of the bytes of Latin text are zero.
  if (zerosAt(1) > start.length / 4 && zerosAt(0) === 0) return 'utf-16le'
  if (zerosAt(0) > start.length / 4 && zerosAt(1) === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return undefined
  }
}

function decode(bytes: Uint8Array, encoding: (typeof ENCODINGS)[number]): string {
  if (encoding === 'ibm850' || encoding === 'ibm860') {
    const letters = DOS_LETTERS[encoding]
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : letters[byte - 128])).join('')
  }
  const decoder = new TextDecoder(encoding)
  // Without `stream`, Node 20 decodes windows-1252 as Latin-1.
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const BYTE_BY_CHARACTER = new Map(
  Array.from(decode(ALL_BYTES, 'windows-1252'), (character, byte) => [character, byte] as const),
)

/**
 * Returns a text in windows-1252; `undefined` if one of its characters has no byte. The control characters between 128
 * and 159 have the byte of their number, as in Latin-1.
 */
export function windows1252BytesOf(text: string): Uint8Array | undefined {
  const bytes = Array.from(text, (character) => BYTE_BY_CHARACTER.get(character) ?? character.charCodeAt(0))
  return bytes.some((byte) => byte > 255) ? undefined : Uint8Array.from(bytes)
}

const UPPER_CASE = /\p{Lu}/u
const LOWER_CASE = /\p{Ll}/u
const PORTUGUESE = /[áàâãéêíóôõúüçñ]/i
const FOREIGN = /[äëïöèìòùîûåøæß]/i
const SYMBOLS = /[ºª°§€•·“”‘’–—…«»©®´\u00A0]/
const COST_OF_MISREAD = 2
const COST_OF_UNLIKELY = 1
const COST_OF_FOREIGN = 0.5

/** Returns how unlikely it is that somebody wrote this text in Portuguese. Only characters outside ASCII count. */
function costOf(text: string): number {
  let cost = 0
  let count = 0
  for (const match of text.matchAll(/[^\0-\x7F]/g)) {
    count += 1
    if (count > MAX_SCORED_CHARACTERS) break
    cost += costOfCharacter(match[0], text.charAt(match.index - 1), text.charAt(match.index + 1))
  }
  return cost
}

function costOfCharacter(character: string, before: string, after: string): number {
  const isBetweenLetters = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (SYMBOLS.test(character)) return isBetweenLetters && character !== '’' ? COST_OF_UNLIKELY : 0
  if (!PORTUGUESE.test(character) && !FOREIGN.test(character)) return COST_OF_MISREAD
  if (isOutOfCase(character, before, after) || /\d/.test(before + after)) return COST_OF_UNLIKELY
  return FOREIGN.test(character) ? COST_OF_FOREIGN : 0
}

/** Words are written `ação`, `Ação` or `AÇÃO`, but neither `aÇão`, `AÇão` nor `açÃO`. */
function isOutOfCase(character: string, before: string, after: string): boolean {
  if (!UPPER_CASE.test(character)) return UPPER_CASE.test(after)
  if (LOWER_CASE.test(before)) return true
  return UPPER_CASE.test(before) && LOWER_CASE.test(after)
}
