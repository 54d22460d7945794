// Errors that the compiler reports to partners. A line under `@ts-expect-error` must not compile.
import {
  type Account,
  type AccountDetail,
  ApiError,
  type CreateAccountBody,
  type CreatedAccount,
  ErrorCode,
  type FieldPath,
  PartnerAccounts,
} from '@partner-accounts/sdk'

/** Compiles only when both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectTrue = <T extends true>(): T | undefined => undefined

const baseUrl = 'https://api.example/partners/v1'
const email = 'ana@revenda.example'
const password = 'correct horse battery staple'
const token = 'eyJ'
const client = new PartnerAccounts({ baseUrl, email, password })

// A client has an e-mail and a password, or a token, but no mixture.
new PartnerAccounts({ baseUrl, token })
new PartnerAccounts({ baseUrl, token: () => Promise.resolve(token) })
// @ts-expect-error an e-mail without its password
new PartnerAccounts({ baseUrl, email })
// @ts-expect-error a password without its e-mail
new PartnerAccounts({ baseUrl, password })
// @ts-expect-error a token together with an e-mail
new PartnerAccounts({ baseUrl, token, email })
// @ts-expect-error a token together with an e-mail and a password
new PartnerAccounts({ baseUrl, token, email, password })
// @ts-expect-error no credentials
new PartnerAccounts({ baseUrl })
// @ts-expect-error no address
new PartnerAccounts({ token })

// The employer has a CNPJ or a CPF.
const address: CreateAccountBody['company_doc']['address'] = {
  cep: '01310100',
  street_name: 'Avenida Paulista',
  street_number: '1578',
  neighborhood: 'Bela Vista',
  state: 'SP',
  city: 'São Paulo',
}
const employer = { name: 'Padaria Estrela Ltda', trade_name: 'Padaria Estrela', address }
const administrator = { full_name: 'Maria', employees_quantity: 12, email, mobile_phone: '11987654321' }
const cnpj = '12ABC34501DE35'
const cpf = '52998224725'
await client.accounts.create({ ...administrator, company_doc: { ...employer, cnpj } })
await client.accounts.create({ ...administrator, company_doc: { ...employer, cpf } })
// @ts-expect-error both
await client.accounts.create({ ...administrator, company_doc: { ...employer, cnpj, cpf } })
// @ts-expect-error neither
await client.accounts.create({ ...administrator, company_doc: { ...employer } })
// @ts-expect-error a required field is missing
await client.accounts.create({ full_name: 'Maria', company_doc: { ...employer, cnpj } })
// @ts-expect-error an unknown field
await client.accounts.create({ ...administrator, company_doc: { ...employer, cnpj }, plan: 'gold' })
// @ts-expect-error an unknown field of the employer
await client.accounts.create({ ...administrator, company_doc: { ...employer, cnpj, fantasy_name: 'Estrela' } })
// @ts-expect-error a number as text
await client.accounts.create({ ...administrator, employees_quantity: '12', company_doc: { ...employer, cnpj } })
// @ts-expect-error no such state
const state: CreateAccountBody['company_doc']['address']['state'] = 'XX'

// Options come last. Unknown options and parameters are rejected.
await client.accounts.get(cnpj, { secret: 'pas_' }, { timeoutMs: 1_000 })
// @ts-expect-error an option in the place of the parameters
await client.accounts.get(cnpj, { timeoutMs: 1_000 })
// @ts-expect-error an unknown parameter
await client.accounts.list({ per_page: 10 })

// Fields are named as in the API.
expectTrue<
  Same<
    keyof Account,
    | '_id'
    | '_created'
    | 'name'
    | 'financial_email'
    | 'cnpj'
    | 'active_employees'
    | 'subscription_employees'
    | 'subscription_face_ids'
  >
>()
expectTrue<Same<Exclude<keyof AccountDetail, keyof Account>, 'api_token'>>()
expectTrue<Same<AccountDetail['api_token'], string | null | undefined>>()
expectTrue<Same<CreatedAccount, { _id: string; api_token: string | null; secret: string | null }>>()
expectTrue<
  Same<keyof CreateAccountBody, 'full_name' | 'employees_quantity' | 'email' | 'mobile_phone' | 'company_doc'>
>()

// Invalid fields have dotted names. Later versions of the service may add fields.
type OfAddress = 'cep' | 'city' | 'complement' | 'neighborhood' | 'state' | 'street_name' | 'street_number'
expectTrue<Same<Extract<FieldPath, `company_doc.address.${string}`>, `company_doc.address.${OfAddress}`>>()
export function messagesOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === ErrorCode.EMAIL_TAKEN || error.code === 4_711) return [error.message]
  return error.fields?.['company_doc.address.cep'] ?? error.fields?.['a field of a later version']
}
