import { LIMITS, STATES } from '@partner-accounts/core'
import * as z from 'zod'
import { SAMPLES } from '../openapi/samples.ts'
import { dateTimeSchema } from '../wire/date-time.ts'
import type { FieldFault } from '../wire/field-faults.ts'
import { email, optional, patterned, text, wrongType } from '../wire/fields.ts'

const { min, max } = LIMITS.employeesQuantity
const employeesQuantity = z
  .int({ error: wrongType('not_integer') })
  .min(min, 'employees_quantity' satisfies FieldFault)
  .max(max, 'employees_quantity' satisfies FieldFault)

const addressSchema = z
  .object(
    {
      cep: patterned(/^\d{8}$/, 'cep').meta({ description: 'Postal code, digits only.', examples: ['01310100'] }),
      street_name: text().meta({ description: 'Street.', examples: ['Avenida Paulista'] }),
      street_number: text(LIMITS.streetNumberLength).meta({
        description: 'Number in the street.',
        examples: ['1578'],
      }),
      neighborhood: text().meta({ description: 'Neighborhood.', examples: ['Bela Vista'] }),
      complement: optional(text().meta({ description: 'Floor, suite or the like.', examples: ['Conjunto 12'] })),
      state: z
        .enum(STATES, { error: wrongType('state') })
        .meta({ description: 'State code (UF), upper case.', examples: ['SP'] }),
      city: text().meta({ description: 'City.', examples: ['São Paulo'] }),
    },
    { error: wrongType('not_object') },
  )
  .meta({ id: 'AddressModel' })

/** 2.6: exactly one of the two. Looked at whatever else is wrong, so that all faults are told at once. */
const hasOneDocument = (doc: { cpf?: unknown; cnpj?: unknown }) => (doc.cpf == null) !== (doc.cnpj == null)
const onDocument = (field: 'cpf' | 'cnpj') => ({
  path: [field],
  message: 'one_document' satisfies FieldFault,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
})

const companyDocSchema = z
  .object(
    {
      name: text().meta({
        description: "Employer's legal name: the account's name.",
        examples: ['Padaria Estrela Ltda'],
      }),
      trade_name: text().meta({ description: "Employer's trade name.", examples: ['Padaria Estrela'] }),
      cpf: optional(
        patterned(/^\d{11}$/, 'cpf').meta({
          description: 'CPF of an employer who is a person, digits only.',
          examples: [SAMPLES.cpf],
        }),
      ),
      cnpj: optional(
        patterned(/^[0-9A-Z]{12}\d{2}$/, 'cnpj').meta({
          description: 'CNPJ of an employer that is a company: digits only, or the alphanumeric form.',
          examples: [SAMPLES.cnpj],
        }),
      ),
      financial_email: optional(
        email().meta({
          description: "E-mail of the employer's finance department.",
          examples: ['financeiro@estrela.example'],
        }),
      ),
      address: addressSchema,
    },
    { error: wrongType('not_object') },
  )
  .refine(hasOneDocument, onDocument('cpf'))
  .refine(hasOneDocument, onDocument('cnpj'))

/** PartnerAccountPostModel (2.6). */
export const accountPostSchema = z
  .object({
    full_name: text().meta({
      description: 'Full name of the administrator.',
      examples: ['Maria da Silva'],
    }),
    employees_quantity: employeesQuantity.meta({ description: 'Employees in the new subscription.', examples: [12] }),
    email: email().meta({
      description:
        'E-mail of the administrator, who receives the activation and welcome mails. Unique, whatever its case.',
      examples: ['maria@estrela.example'],
    }),
    mobile_phone: patterned(/^\d{10,15}$/, 'mobile_phone').meta({
      description: 'Mobile number with area code, digits only.',
      examples: ['11987654321'],
    }),
    company_doc: companyDocSchema,
  })
  .meta({ id: 'PartnerAccountPostModel' })

/** The result of a creation (2.7). */
export const accountCreatedSchema = z
  .object({
    _id: z.string().meta({ description: 'Id of the new account.', examples: [SAMPLES.accountId] }),
    api_token: z
      .string()
      .nullable()
      .meta({
        description: 'Access token to the account-level public API: HTTP Basic, user `public`, this as password.',
        examples: [SAMPLES.apiToken],
      }),
    secret: z
      .string()
      .nullable()
      .meta({
        description: 'Shows the api_token again, sent as `X-Secret`. **In this answer only**: keep it.',
        examples: [SAMPLES.secret],
      }),
  })
  .meta({ id: 'PartnerAccountCreatedModel' })

/** PartnerAccountModel (2.2). */
export const accountSchema = z
  .object({
    _id: z.string().meta({ description: 'Account id, 24 hexadecimal characters.', examples: [SAMPLES.accountId] }),
    _created: dateTimeSchema.meta({ description: 'Moment of creation.' }),
    name: z
      .string()
      .nullable()
      .meta({ description: "Employer's legal name.", examples: ['Padaria Estrela Ltda'] }),
    financial_email: z
      .string()
      .nullable()
      .meta({ description: "E-mail of the employer's finance department.", examples: ['financeiro@estrela.example'] }),
    cnpj: z
      .string()
      .nullable()
      .meta({ description: "Employer's CNPJ; `null` for an employer with a CPF.", examples: [SAMPLES.cnpj] }),
    active_employees: z.int().meta({ description: 'Active employees of the account.', examples: [9] }),
    subscription_employees: z
      .int()
      .meta({ description: "Employees contracted in the account's subscriptions.", examples: [12] }),
    subscription_face_ids: z
      .int()
      .meta({ description: 'Facial recognitions contracted in the active subscription.', examples: [0] }),
  })
  .meta({ id: 'PartnerAccountModel' })

/** PartnerAccountDetailModel (2.3). */
export const accountDetailSchema = accountSchema
  .extend({
    api_token: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: "There only when `X-Secret` is the account's secret; `null` when the token was revoked.",
        examples: [SAMPLES.apiToken],
      }),
  })
  .meta({ id: 'PartnerAccountDetailModel' })
