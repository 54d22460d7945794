import { type Reading, readingsOf, windows1252BytesOf } from '@partner-accounts/ui/decode-text'

/** Windows shows DOS's accented letters as these characters, which never follow a letter in Portuguese. */
const MISREAD_DOS = /\p{L}[€‚ˆƒ„†‡Šš‰¡¢£¤¥¦§µ¶¿¾ÆåÒ](?=\p{L}|$|\s)/u
/** An accented letter of UTF-8 becomes these two characters in Windows. */
const MISREAD_UTF_8 = /[ÃÂ][^\0-\x7F]/

/** Returns the possible readings of a text that another program misread. Returns none for a text that was read right. */
function misreadingsOf(text: string): Reading[] {
  if (!MISREAD_UTF_8.test(text) && !MISREAD_DOS.test(text)) return []
  const bytes = windows1252BytesOf(text)
  const readings = bytes ? readingsOf(bytes) : []
  const isReadRight = readings[0]?.text === text
  return isReadRight ? [] : readings
}

/** Restores text such as `JoÃ£o` and `JoÆo Concei‡Æo` if it has only one reading. */
export function restoreMisread(text: string): string {
  const [reading, other] = misreadingsOf(text)
  if (!reading || other) return text
  // Some programs misread UTF-8 twice.
  return reading.encoding === 'utf-8' ? restoreMisread(reading.text) : reading.text
}

/** Returns whether a text has several readings, so that only a person knows the right one. */
export const isMisread = (text: string): boolean => misreadingsOf(text).length > 1
