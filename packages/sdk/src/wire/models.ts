import type { components } from './openapi.ts'

// Names for partners of what the OpenAPI document describes: wire names stay as they are on the wire.
type Schemas = components['schemas']

/** What a new account is made of. The employer has a `cnpj` or a `cpf`, and never both. */
export type CreateAccountBody = Schemas['PartnerAccountPostModel']

/** A new account. **Keep the `secret`: no other answer holds it.** */
export type CreatedAccount = Schemas['PartnerAccountCreatedModel']

/** An account as it is listed. */
export type Account = Schemas['PartnerAccountModel']

/** One account. `api_token` is there when the account's secret was given, and `null` once it is revoked. */
export type AccountDetail = Schemas['PartnerAccountDetailModel']

/** A page of accounts as it comes over the wire. */
export type AccountPageBody = Schemas['PartnerAccountPageModel']

/** What signs in. */
export type Credentials = Schemas['PartnerTokenRequestModel']

/** The dotted names of everything in an object: `company_doc.address.cep`. */
type PathsOf<T> = T extends object
  ? { [K in keyof T & string]: K | `${K}.${PathsOf<NonNullable<T[K]>>}` }[keyof T & string]
  : never

/** The fields that an error of invalid fields can name. */
export type FieldPath = PathsOf<CreateAccountBody> | 'Idempotency-Key'

/** Messages by field, for the person who filled it in. A later version of the service may name others. */
export type InvalidFields = { readonly [field in FieldPath]?: readonly string[] } & {
  readonly [field: string]: readonly string[] | undefined
}
