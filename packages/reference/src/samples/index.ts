import { type Locale, type LocalizedText, minimalAccount, OPERATION_IDS } from '@partner-accounts/rules'
import { createCall, type SampleOperation, type SampleValues } from '../../assets/sample-call.js'
import { SAMPLE_WRITERS } from '../../assets/sample-writers.js'

export type { SampleOperation, SampleValues }

export const SAMPLE_OPERATIONS: readonly SampleOperation[] = OPERATION_IDS

export const SAMPLE_LANGUAGES = {
  curl: 'curl',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
  fetch: 'JavaScript',
  javascript: 'JavaScript (SDK)',
  go: 'Go',
  ruby: 'Ruby',
  powershell: 'PowerShell',
} as const satisfies Record<keyof typeof SAMPLE_WRITERS, string>
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES

export interface SampleSettings {
  readonly baseUrl: string
  readonly email: string
  readonly locale: Locale
  readonly idempotencyKey?: string
}

const CREDENTIALS: LocalizedText = { 'pt-BR': 'credentials.json contém', en: 'credentials.json contains' }
const PASSWORD: LocalizedText = { 'pt-BR': 'sua senha', en: 'your password' }

export const sampleValues = ({
  baseUrl,
  email,
  locale,
  idempotencyKey = 'order-4711',
}: SampleSettings): SampleValues => ({
  baseUrl,
  credentialsNote: CREDENTIALS[locale],
  password: PASSWORD[locale],
  values: {
    email,
    body: JSON.stringify(minimalAccount()),
    account_id: minimalAccount().company_doc.cnpj ?? '',
    max_results: '100',
    page: '1',
    'Idempotency-Key': idempotencyKey,
  },
})

/** The code reads the environment variables `PARTNER_TOKEN`, `PARTNER_PASSWORD` and `ACCOUNT_SECRET`. */
export const sampleOf = (language: SampleLanguage, operation: SampleOperation, settings: SampleSettings): string =>
  SAMPLE_WRITERS[language](createCall(operation, sampleValues(settings)))
