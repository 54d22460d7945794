import type { components } from './openapi.ts'

// Names for the schemas of the OpenAPI document. Properties are named as in the API.
type Schemas = components['schemas']

/** The body of a creation. The employer has a `cnpj` or a `cpf`, never both. */
export type CreateAccountBody = Omit<Schemas['PartnerAccountPostModel'], 'company_doc'> & {
  /** The employer. `null` counts as absent. */
  company_doc:
    | (Schemas['CompanyDocCnpjModel'] & {
        /** Absent, as the employer has a `cnpj`. */
        cpf?: null
      })
    | (Schemas['CompanyDocCpfModel'] & {
        /** Absent, as the employer has a `cpf`. */
        cnpj?: null
      })
}

/** A new account. **Store the `secret`: no other response contains it.** */
export type CreatedAccount = Schemas['PartnerAccountCreatedModel']

/** An account in a list. */
export type Account = Schemas['PartnerAccountModel']

/** An account. `api_token` is present if the account's secret was given, and `null` if the token was revoked. */
export type AccountDetail = Schemas['PartnerAccountDetailModel']

/** The response body of a list. */
export type AccountPageBody = Schemas['PartnerAccountPageModel']

/** The request body of a sign-in. */
export type Credentials = Schemas['PartnerTokenRequestModel']

/** The dotted paths of all properties of an object, such as `company_doc.address.cep`. */
type PathsOf<T> = T extends object
  ? { [K in keyof T & string]: K | `${K}.${PathsOf<NonNullable<T[K]>>}` }[keyof T & string]
  : never

/** The names of fields in `ApiError.fields`. */
export type FieldPath = PathsOf<CreateAccountBody> | 'Idempotency-Key'

/** Messages by field, for the person who entered the values. Later versions of the service may add fields. */
export type InvalidFields = { readonly [field in FieldPath]?: readonly string[] } & {
  readonly [field: string]: readonly string[] | undefined
}
