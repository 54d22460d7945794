export type SampleOperation = 'createToken' | 'createPartnerAccount' | 'listPartnerAccounts' | 'getPartnerAccount'

export interface SampleValues {
  /** `{base_url}` of the interface. */
  readonly baseUrl: string
  /** `credentials.json contains`, in the reader's language. */
  readonly credentialsNote: string
  /** `your password`, in the reader's language. */
  readonly password: string
  /** Parameters and fields by name, and the `body`. */
  readonly values: Readonly<Record<string, string>>
}

export interface SampleCall {
  readonly operation: SampleOperation
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** A value, or an environment variable that contains it. */
  readonly headers: readonly (readonly [name: string, value: HeaderValue])[]
  /** JSON, or the name of a file that contains it. */
  readonly body?: { readonly json: string } | { readonly file: string }
  readonly note: string
  readonly settings: SampleValues
}

export type HeaderValue = string | { readonly prefix: string; readonly variable: string }

export function createCall(operation: SampleOperation, settings: SampleValues): SampleCall

/** Returns the credentials with a placeholder for the password. */
export function credentialsJson(settings: SampleValues): string
