import type { OperationId, RestMethod } from '@partner-accounts/rules'

export type SampleOperation = OperationId

export interface SampleValues {
  /** `{base_url}` of the interface. */
  readonly baseUrl: string
  /** What partners pass to `npm install`. */
  readonly sdkName: string
  /** `credentials.json contains`, in the reader's language. */
  readonly credentialsNote: string
  /** `your password`, in the reader's language. */
  readonly password: string
  /** CNPJ of the account to read, unless the values have an `account_id`. */
  readonly taxId: string
  /** Parameters and fields by name, and the `body`. */
  readonly values: Readonly<Record<string, string>>
}

export interface SampleCall {
  readonly operation: SampleOperation
  readonly method: RestMethod
  readonly url: string
  /** Each value is a text, or an environment variable that contains it. */
  readonly headers: readonly (readonly [name: string, value: HeaderValue])[]
  /** JSON, or the name of a file that contains it. */
  readonly body?: { readonly json: string } | { readonly file: string }
  /** A comment at the beginning of the sample. Empty for none. */
  readonly note: string
  readonly settings: SampleValues
}

export type HeaderValue = string | { readonly prefix: string; readonly variable: string }

export function createCall(operation: SampleOperation, settings: SampleValues): SampleCall

/** Returns the credentials with a placeholder for the password. */
export function credentialsJson(settings: SampleValues): string
