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

/** Languages with their names. */
export const NAMED_LANGUAGES = Object.entries(SAMPLE_LANGUAGES) as [SampleLanguage, string][]

export interface SampleSettings {
  readonly baseUrl: string
  /** Default: a placeholder. */
  readonly email?: string | undefined
  /** Default: a placeholder. */
  readonly password?: string | undefined
  /** What partners pass to `npm install`. */
  readonly sdkName: string
  readonly locale: Locale
  readonly idempotencyKey?: string
  /** Default: test. */
  readonly mode?: 'test' | 'live' | undefined
}

const CREDENTIALS_NOTES: LocalizedText = { 'pt-BR': 'credentials.json contém', en: 'credentials.json contains' }

/** Placeholders in samples and in guides, which readers replace. */
export const PLACEHOLDERS = {
  email: { 'pt-BR': 'seu e-mail', en: 'your e-mail' },
  password: { 'pt-BR': 'sua senha', en: 'your password' },
} satisfies Record<string, LocalizedText>

export const sampleValues = ({
  baseUrl,
  sdkName,
  locale,
  email = PLACEHOLDERS.email[locale],
  password = PLACEHOLDERS.password[locale],
  idempotencyKey = 'order-4711',
  mode = 'test',
}: SampleSettings): SampleValues => ({
  baseUrl,
  sdkName,
  credentialsNote: CREDENTIALS_NOTES[locale],
  password,
  taxId: minimalAccount().company_doc.cnpj ?? '',
  values: {
    email,
    body: JSON.stringify(minimalAccount()),
    max_results: '100',
    page: '1',
    types: 'account.created,subscription.activated',
    'Idempotency-Key': idempotencyKey,
    'X-Mode': mode,
  },
})

/** Returns a sample, which reads the environment variables `PARTNER_TOKEN`, `PARTNER_PASSWORD` and `ACCOUNT_SECRET`. */
export const sampleOf = (language: SampleLanguage, operation: SampleOperation, settings: SampleSettings): string =>
  SAMPLE_WRITERS[language](createCall(operation, sampleValues(settings)))
