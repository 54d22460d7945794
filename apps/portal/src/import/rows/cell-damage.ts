/** Why a value is useless. */
export type CellDamage =
  /** The error of a formula, such as `#N/A`. */
  | 'formula'
  /** A formula that was never computed. */
  | 'uncomputed'
  /** A number without its last digits, such as `1,23E+13`. */
  | 'cut'
  /** A date that Excel made of another value. */
  | 'date'
  /** A character that could not be decoded. */
  | 'undecoded'
  /** A code instead of the name of a city. */
  | 'city-code'
  /** A city of another state than the row's. */
  | 'other-state'

const MONTHS = 'jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec'
const PATTERNS: [CellDamage, RegExp][] = [
  ['formula', /^#(N\/[AD]|REF!|VALU?E!|VALOR!|DIV\/0!|NAME\?|NOME\?|N[UÚ]M!|NUL[LO]O?!|SPILL!|CALC!|#+)$/i],
  ['uncomputed', /^=/],
  ['undecoded', /\uFFFD/],
  ['cut', /^\d([.,]\d+)?E\+\d+$|^\d[.,]\d+E\d+$/i],
  ['date', /^(\d{1,2}\/\d{1,2}\/(\d{4}|\d\d)|\d{4}-\d\d-\d\d)([ ,T]+\d.*)?$/],
  ['date', new RegExp(`^(\\d{1,2}[/-](${MONTHS})|(${MONTHS})[/-]\\d{2,4})\\.?$`, 'i')],
]

/** Returns the damage that a text shows, whatever its field is. */
export const damageOf = (text: string): CellDamage | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]
