import { withoutAccents } from '@partner-accounts/ui/without-accents'
import { restoreMisread } from './misread-text.ts'

/** Returns the letters and digits in lower case without accents, with a space in the place of everything else. */
export const normalizeHeading = (heading: string): string =>
  withoutAccents(heading)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Decodes `_x000D_`, Office's escape for a character that XML forbids, and `_x0020_`, SharePoint's space. */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Normalizes a heading as programs export it: `razaoSocial` and `DDD1` are two words, `A1_CGC` (Protheus) is `cgc`. */
export const plainHeading = (heading: string): string =>
  normalizeHeading(
    restoreMisread(decodeEscapes(heading))
      .replace(/\bA1_/gi, '')
      .replace(/WhatsApp/g, 'Whatsapp')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/([A-Za-z])(\d)/g, '$1 $2'),
  )
