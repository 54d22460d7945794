import type { components } from './openapi.ts'

// Properties are named as in the API.
type Schemas = components['schemas']
type Model<Name extends keyof Schemas> = Schemas[Name]

// Unlike type aliases, interfaces appear by name in editors, in messages of compilers and in declarations.
/* eslint-disable @typescript-eslint/no-empty-object-type */

/** The body of a creation. The employer has either a `cnpj` or a `cpf`. */
export type CreateAccountBody = Omit<Schemas['PartnerAccountPostModel'], 'company_doc'> & {
  /** `null` counts as absent. */
  company_doc:
    | (Schemas['CompanyDocCnpjModel'] & {
        cpf?: null
      })
    | (Schemas['CompanyDocCpfModel'] & {
        cnpj?: null
      })
}

/** A new account. **Store the `secret`: no other response contains it.** */
export interface CreatedAccount extends Model<'PartnerAccountCreatedModel'> {}

/** An account in a list. */
export interface Account extends Model<'PartnerAccountModel'> {}

/** `api_token` is present if the account's secret was given, and `null` if the token was revoked. */
export interface AccountDetail extends Model<'PartnerAccountDetailModel'> {}

export interface AccountPageBody extends Model<'PartnerAccountPageModel'> {}

/** Its `type` determines `data`. `webhook.test` is not listed. Later versions of the service may add types. */
export type PartnerAccountsEvent = Schemas[Extract<keyof Schemas, `${string}EventModel`>]

/** The type of a listed event. */
export type EventType = Exclude<PartnerAccountsEvent['type'], 'webhook.test'>

export interface EventPageBody {
  _items: PartnerAccountsEvent[]
  _links: Pick<AccountPageBody['_links'], 'parent' | 'next'>
  /** `after`: where to continue, also after an empty page. */
  _meta: Pick<AccountPageBody['_meta'], 'max_results'> & { after: string }
}

export interface Credentials extends Model<'PartnerTokenRequestModel'> {}

/** All dotted paths of an object, such as `company_doc.address.cep`. */
type PathsOf<T> = T extends object
  ? { [K in keyof T & string]: K | `${K}.${PathsOf<NonNullable<T[K]>>}` }[keyof T & string]
  : never

/** Keys of `ApiError.fields`. */
export type FieldPath = PathsOf<CreateAccountBody> | 'Idempotency-Key'

/** Messages by field, for the person who entered the values. Later versions of the service may add fields. */
export type InvalidFields = { readonly [field in FieldPath]?: readonly string[] } & {
  readonly [field: string]: readonly string[] | undefined
}
