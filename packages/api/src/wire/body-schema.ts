import { type FieldError, type Fields, hasExactlyOne, isObject, type ObjectRule } from '@partner-accounts/rules'
import * as z from 'zod'
import { fieldSchema, optional, wrongType } from './fields.ts'

export const bodySchema = (fields: Fields): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, rule]) => {
        const schema = rule.kind === 'object' ? objectSchema(rule) : fieldSchema(rule)
        return [name, rule.required ? schema : optional(schema)]
      }),
    ),
    { error: wrongType('not_object') },
  )

function objectSchema(rule: ObjectRule): z.ZodType {
  const { fields, model, description, exactlyOne = [] } = rule
  const schema =
    model === undefined ? bodySchema(fields) : bodySchema(fields).meta({ id: model, description: description.en })
  return exactlyOne.reduce(
    (refined, name) =>
      refined.refine((value) => hasExactlyOne(rule, value), {
        path: [name],
        message: 'one_document' satisfies FieldError,
        // Runs even if other fields are invalid, so one response reports all of them.
        when: ({ value }) => isObject(value),
      }),
    schema,
  )
}
