/**
 * What makes a value useless: a formula's error, a formula that was never computed, a number without its last digits, a
 * date, a character that could not be decoded, a code instead of a city, a city of another state.
 */
export type CellDamage = 'formula' | 'uncomputed' | 'cut' | 'date' | 'undecoded' | 'city-code' | 'other-state'

const MONTHS = 'jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec'
const PATTERNS: [CellDamage, RegExp][] = [
  ['formula', /^#(N\/[AD]|REF!|VALU?E!|VALOR!|DIV\/0!|NAME\?|NOME\?|N[UÚ]M!|NUL[LO]O?!|SPILL!|CALC!|#+)$/i],
  ['uncomputed', /^=/],
  ['undecoded', /\uFFFD/],
  ['cut', /^\d([.,]\d+)?E\+\d+$|^\d[.,]\d+E\d+$/i],
  ['date', /^(\d{1,2}\/\d{1,2}\/(\d{4}|\d\d)|\d{4}-\d\d-\d\d)([ ,T]+\d.*)?$/],
  ['date', new RegExp(`^(\\d{1,2}[/-](${MONTHS})|(${MONTHS})[/-]\\d{2,4})\\.?$`, 'i')],
]

export const damageOf = (text: string): CellDamage | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]
