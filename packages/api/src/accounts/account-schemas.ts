import {
  ACCOUNT_FIELDS,
  type AccountBody,
  type AccountInput,
  type FieldError,
  type Fields,
  hasExactlyOne,
  isObject,
  type ObjectRule,
} from '@partner-accounts/rules'
import * as z from 'zod'
import { SAMPLES } from '../samples.ts'
import { dateTimeSchema } from '../wire/date-time.ts'
import { bodyFieldSchema, ID, optional, wrongType } from '../wire/fields.ts'
import { typedSchema } from '../wire/typed-schema.ts'

const bodySchema = (fields: Fields): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, rule]) => {
        if (rule.kind !== 'object') return [name, bodyFieldSchema(rule)]
        return [name, rule.required ? objectSchema(rule) : optional(objectSchema(rule))]
      }),
    ),
    { error: wrongType('not_object') },
  )

function objectSchema(rule: ObjectRule): z.ZodType {
  const { fields, model, description, exactlyOne = [] } = rule
  let schema = bodySchema(fields)
  if (model !== undefined) schema = schema.meta({ id: model, description: description.en })
  for (const name of exactlyOne) {
    schema = schema.refine((value) => hasExactlyOne(rule, value), {
      path: [name],
      message: 'one_tax_id' satisfies FieldError,
      // Checks this also when other fields are invalid, so one response reports all errors.
      when: ({ value }) => isObject(value),
    })
  }
  return schema
}

export const accountPostSchema = typedSchema<z.ZodType<AccountBody, AccountInput>>(
  bodySchema(ACCOUNT_FIELDS).meta({
    id: 'PartnerAccountPostModel',
    description: 'A new account. Unknown fields are ignored.',
  }),
)

const ACCOUNT_ID = { ...ID, examples: [SAMPLES.accountId] }

export const accountCreatedSchema = z
  .object({
    _id: z.string().meta({ ...ACCOUNT_ID, description: 'Id of the new account.' }),
    api_token: z
      .string()
      .nullable()
      .meta({
        description:
          'Access token to the account-level public API. Use HTTP Basic with the user `public` and this token as the password.',
        examples: [SAMPLES.apiToken],
      }),
    secret: z
      .string()
      .nullable()
      .meta({
        description: 'Sent as `X-Secret`, it reveals the `api_token`. **Returned only in this response**, so store it.',
        examples: [SAMPLES.secret],
      }),
  })
  .meta({ id: 'PartnerAccountCreatedModel', description: 'The result of a creation. Store the `secret`.' })

export const accountSchema = z
  .object({
    _id: z.string().meta({ ...ACCOUNT_ID, description: 'Account id, 24 hexadecimal characters.' }),
    _created: dateTimeSchema.meta({ description: 'Time of creation.' }),
    name: z
      .string()
      .nullable()
      .meta({ description: "Employer's legal name.", examples: ['Padaria Estrela Ltda'] }),
    financial_email: z
      .string()
      .nullable()
      .meta({
        format: 'email',
        description: "E-mail of the employer's finance department.",
        examples: ['financeiro@estrela.example'],
      }),
    cnpj: z
      .string()
      .nullable()
      .meta({ description: "Employer's CNPJ; `null` for an employer with a CPF.", examples: [SAMPLES.cnpj] }),
    active_employees: z.int().meta({ minimum: 0, description: 'Active employees of the account.', examples: [9] }),
    subscription_employees: z
      .int()
      .meta({ minimum: 0, description: "Employees contracted in the account's subscriptions.", examples: [12] }),
    subscription_face_ids: z
      .int()
      .meta({ minimum: 0, description: 'Facial recognitions contracted in the active subscription.', examples: [0] }),
  })
  .meta({ id: 'PartnerAccountModel', description: 'An account of the partner.' })

export const accountDetailSchema = accountSchema
  .extend({
    api_token: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: "Present only if `X-Secret` is the account's secret; `null` if the token was revoked.",
        examples: [SAMPLES.apiToken],
      }),
  })
  .meta({
    id: 'PartnerAccountDetailModel',
    description: 'An account of the partner. With its secret, the response contains the `api_token` too.',
  })
