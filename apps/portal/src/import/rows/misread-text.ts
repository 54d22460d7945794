import { type Reading, readingsOf, windows1252BytesOf } from '@partner-accounts/ui/decode-text'

/** Cannot stand behind a letter in Portuguese. */
const MISREAD = /\p{L}[€‚ˆƒ„†‡Šš‰¡¢£¤¥¦§µ¶¿¾ÆåÒ](?=\p{L}|$|\s)/u
const UTF_8 = /[ÃÂ][^\0-\x7F]/

/** Returns the possible readings of a text that another program decoded by the wrong code page. */
function misreadingsOf(text: string): Reading[] {
  if (!UTF_8.test(text) && !MISREAD.test(text)) return []
  const bytes = windows1252BytesOf(text)
  const readings = bytes ? readingsOf(bytes) : []
  return readings[0]?.text === text ? [] : readings
}

/** Restores text such as `JoÃ£o` and `JoÆo Concei‡Æo` if it has one reading. Some programs decode twice. */
export function restoreMisread(text: string): string {
  const [reading, other] = misreadingsOf(text)
  if (!reading || other) return text
  return reading.encoding === 'utf-8' ? restoreMisread(reading.text) : reading.text
}

/** Whether a text has several readings, of which only a person knows the right one. */
export const isMisread = (text: string): boolean => misreadingsOf(text).length > 1
