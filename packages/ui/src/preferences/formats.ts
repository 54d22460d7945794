import { type Formats, FORMATS } from '../formats/locale-formats.ts'
import { useLocale } from './locale.ts'

export const useFormats = (): Formats => FORMATS[useLocale()]
