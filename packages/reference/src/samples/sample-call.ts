import { type Locale, sampleAccount, type LocalizedText } from '@partner-accounts/rules'

/** The operations of the interface, by their id in the OpenAPI document. */
export const SAMPLE_OPERATIONS = [
  'createToken',
  'createPartnerAccount',
  'listPartnerAccounts',
  'getPartnerAccount',
] as const
export type SampleOperation = (typeof SAMPLE_OPERATIONS)[number]

/** A value that a sample contains, or reads from an environment variable. */
export type SampleValue = string | { readonly prefix?: string; readonly variable: string }

/** A request that samples send. */
export interface SampleCall {
  readonly operation: SampleOperation
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: SampleValue])[]
  /** JSON, or the name of a file that contains it. */
  readonly body?: { readonly json: string } | { readonly file: string }
  /** Comments above the code. */
  readonly notes: readonly string[]
}

export interface SampleSettings {
  /** `{base_url}` of the interface. */
  readonly baseUrl: string
  /** E-mail of the portal user. */
  readonly email: string
  readonly locale: Locale
}

const CREDENTIALS_FILE = 'credentials.json'
const IDEMPOTENCY_KEY = 'order-4711'

const AUTHORIZATION = ['Authorization', { prefix: 'Bearer ', variable: 'PARTNER_TOKEN' }] as const

const CREDENTIALS: LocalizedText = { 'pt-BR': `${CREDENTIALS_FILE} contém`, en: `${CREDENTIALS_FILE} contains` }
const PASSWORD: LocalizedText = { 'pt-BR': 'sua senha', en: 'your password' }

/** Returns the credentials with a placeholder for the password. */
export const credentialsJson = ({ email, locale }: SampleSettings): string =>
  `{"email": ${JSON.stringify(email)}, "password": "${PASSWORD[locale]}"}`

/** Returns the account that the samples create: the sample account without its optional fields. */
export function newAccount() {
  const account = sampleAccount()
  delete account.company_doc.financial_email
  delete account.company_doc.address.complement
  return account
}

export const SAMPLE_DOCUMENT = sampleAccount().company_doc.cnpj ?? ''

/** Returns the request of an operation. */
export function sampleCall(operation: SampleOperation, settings: SampleSettings): SampleCall {
  const { baseUrl, locale } = settings
  switch (operation) {
    case 'createToken':
      return {
        operation,
        method: 'POST',
        url: `${baseUrl}/tokens`,
        headers: [],
        body: { file: CREDENTIALS_FILE },
        notes: [`${CREDENTIALS[locale]} ${credentialsJson(settings)}`],
      }
    case 'createPartnerAccount':
      return {
        operation,
        method: 'POST',
        url: `${baseUrl}/partner-accounts`,
        headers: [AUTHORIZATION, ['Idempotency-Key', IDEMPOTENCY_KEY]],
        body: { json: JSON.stringify(newAccount(), null, 2) },
        notes: [],
      }
    case 'listPartnerAccounts':
      return {
        operation,
        method: 'GET',
        url: `${baseUrl}/partner-accounts?max_results=100&page=1`,
        headers: [AUTHORIZATION],
        notes: [],
      }
    case 'getPartnerAccount':
      return {
        operation,
        method: 'GET',
        url: `${baseUrl}/partner-accounts/${SAMPLE_DOCUMENT}`,
        headers: [AUTHORIZATION, ['X-Secret', { variable: 'ACCOUNT_SECRET' }]],
        notes: [],
      }
  }
}
