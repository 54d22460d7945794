import {
  ACCOUNT_FIELDS,
  type AccountInput,
  type Fields,
  hasExactlyOne,
  type LeafRule,
  LIMITS,
  type ObjectRule,
} from '@partner-accounts/rules'
import * as z from 'zod'

function leafSchema(rule: LeafRule): z.ZodType {
  switch (rule.kind) {
    case 'text':
      return z.string().trim().min(1).max(rule.maxLength)
    case 'email':
      return z.email().max(LIMITS.emailLength)
    case 'code':
      return z.string().regex(rule.pattern)
    case 'choice':
      return z.enum(rule.options)
    case 'integer':
      return z.int().min(rule.minimum).max(rule.maximum)
  }
}

const objectSchema = (fields: Fields): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, rule]) => {
        const schema = rule.kind === 'object' ? exclusiveSchema(rule) : leafSchema(rule)
        return [name, rule.required ? schema : schema.nullish()]
      }),
    ),
  )

const exclusiveSchema = (rule: ObjectRule): z.ZodType =>
  (rule.exactlyOne ?? []).reduce(
    (schema, name) => schema.refine((value) => hasExactlyOne(rule, value), { path: [name] }),
    objectSchema(rule.fields),
  )

export const accountPostSchema = objectSchema(ACCOUNT_FIELDS) as unknown as z.ZodType<AccountInput, AccountInput>

const { defaultNumber, defaultSize, maxSize } = LIMITS.page

export const pageQuerySchema = z.object({
  page: z.coerce.number().int().min(1).catch(defaultNumber),
  max_results: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, maxSize))
    .catch(defaultSize),
})
