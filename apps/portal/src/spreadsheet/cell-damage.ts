/** A formula's error, a number without its last digits, a date. */
export type CellDamage = 'formula' | 'cut' | 'date'

const MONTHS = 'jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec'
const PATTERNS: [CellDamage, RegExp][] = [
  ['formula', /^#(N\/[AD]|REF!|VALU?E!|VALOR!|DIV\/0!|NAME\?|NOME\?|N[UÚ]M!|NUL[LO]O?!|SPILL!|CALC!|#+)$/i],
  ['cut', /^\d([.,]\d+)?E\+\d+$/i],
  ['date', /^(\d{1,2}\/\d{1,2}\/(\d{4}|\d\d)|\d{4}-\d\d-\d\d)([ ,T]+\d.*)?$/],
  ['date', new RegExp(`^(\\d{1,2}[/-](${MONTHS})|(${MONTHS})[/-]\\d{2,4})\\.?$`, 'i')],
]

export const damageOf = (text: string): CellDamage | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(text))?.[0]
