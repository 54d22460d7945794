import { type Formats, FORMATS } from './locale-formats.ts'
import { useLocale } from './locale.ts'

export const useFormats = (): Formats => FORMATS[useLocale()]
