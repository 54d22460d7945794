import { csharpSample } from './csharp.ts'
import { curlSample } from './curl.ts'
import { javaSample } from './java.ts'
import { javascriptSample } from './javascript.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { sampleCall, type SampleCall, type SampleOperation, type SampleSettings } from './sample-call.ts'

export { SAMPLE_OPERATIONS, type SampleOperation, type SampleSettings } from './sample-call.ts'

/** The languages of samples, with their names as readers know them. */
export const SAMPLE_LANGUAGES = {
  curl: 'curl',
  javascript: 'JavaScript (SDK)',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  java: 'Java',
} as const
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES

const WRITERS: Record<SampleLanguage, (call: SampleCall, settings: SampleSettings) => string> = {
  curl: curlSample,
  javascript: javascriptSample,
  python: pythonSample,
  php: phpSample,
  csharp: csharpSample,
  java: javaSample,
}

/**
 * Returns code that calls an operation. It reads the token, password and secret from the environment variables
 * `PARTNER_TOKEN`, `PARTNER_PASSWORD` and `ACCOUNT_SECRET`.
 */
export const sampleOf = (language: SampleLanguage, operation: SampleOperation, settings: SampleSettings): string =>
  WRITERS[language](sampleCall(operation, settings), settings)
