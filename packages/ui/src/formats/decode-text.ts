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
/** Without it, a single letter could outweigh Excel's encoding in Brazil. */
const COST_OF_OTHER_ENCODINGS = 0.25
const MAX_SCORED_CHARACTERS = 20_000

/**
 * Decodes UTF-8 and UTF-16, and otherwise the encodings of Excel in Brazil, DOS and old Macs that could be meant.
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

const WINDOWS_1252 = new Map(
  [
    ...decode(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      'windows-1252',
    ),
  ].map((character, byte) => [character, byte] as const),
)

/** Returns `undefined` if a character has no byte. Control characters between 128 and 159 have theirs, as in Latin-1. */
export function windows1252BytesOf(text: string): Uint8Array | undefined {
  const bytes = Array.from(text, (character) => WINDOWS_1252.get(character) ?? character.charCodeAt(0))
  return bytes.some((byte) => byte > 255) ? undefined : Uint8Array.from(bytes)
}

const UPPER_CASE = /\p{Lu}/u
const LOWER_CASE = /\p{Ll}/u
const PORTUGUESE = /[áàâãéêíóôõúüçñ]/i
const FOREIGN = /[äëïöèìòùîûåøæß]/i
const SYMBOLS = /[ºª°§€•·“”‘’–—…«»©®´\u00A0]/
const MISREAD = 2

/** Higher for text that cannot stand in Portuguese. */
function costOf(text: string): number {
  let cost = 0
  let count = 0
  for (const { 0: character, index } of text.matchAll(/[^\0-\x7F]/g)) {
    count += 1
    if (count > MAX_SCORED_CHARACTERS) break
    cost += costOfCharacter(character, text.charAt(index - 1), text.charAt(index + 1))
  }
  return cost
}

function costOfCharacter(character: string, before: string, after: string): number {
  const isBetweenLetters = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (SYMBOLS.test(character)) return isBetweenLetters && character !== '’' ? 1 : 0
  if (!PORTUGUESE.test(character) && !FOREIGN.test(character)) return MISREAD
  const isOutOfCase = UPPER_CASE.test(character)
    ? LOWER_CASE.test(before) || (UPPER_CASE.test(before) && LOWER_CASE.test(after))
    : UPPER_CASE.test(after)
  if (isOutOfCase || /\d/.test(before + after)) return 1
  return FOREIGN.test(character) ? 0.5 : 0
}
