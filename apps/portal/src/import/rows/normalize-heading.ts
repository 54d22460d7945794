import { withoutAccents } from '@partner-accounts/ui/without-accents'
import { restoreMisread } from './misread-text.ts'

/** Removes case, accents and punctuation. */
export const normalizeHeading = (heading: string): string =>
  withoutAccents(heading)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Office programs write characters that XML forbids as `_x000D_`, and SharePoint a space as `_x0020_`. */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Also separates `razaoSocial` and `DDD1`, and removes the table in front of `A1_CGC`, which Protheus writes. */
export const plainHeading = (heading: string): string =>
  normalizeHeading(
    restoreMisread(decodeEscapes(heading))
      .replace(/\bA1_/gi, '')
      .replace(/WhatsApp/g, 'Whatsapp')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/([A-Za-z])(\d)/g, '$1 $2'),
  )
