import { ERROR_CATALOG, type ErrorKind } from '../errors/catalog.ts'
import type { SchemaObject } from './openapi-document.ts'

const STATUS_WORD: SchemaObject = {
  type: 'string',
  const: 'ERR',
  description: 'Distinguishes errors from other responses.',
}

/** Returns an error with a code. Both codes are literals if the error is known, so that clients can narrow its type. */
const codedEnvelope = (description: string, code: SchemaObject, status: SchemaObject): SchemaObject => ({
  type: 'object',
  description,
  properties: {
    _status: STATUS_WORD,
    _code: { type: 'integer', ...code, description: 'Identifies the error. Clients should branch on it.' },
    _error: {
      type: 'object',
      description: 'The status and the messages.',
      properties: {
        code: { type: 'integer', ...status, description: 'HTTP status.' },
        message: { type: 'string', description: 'For developers, in English. Its wording may change.' },
        ui_message: { type: 'string', description: 'For end users, in the language of `Accept-Language`.' },
      },
      required: ['code', 'message', 'ui_message'],
    },
  },
  required: ['_status', '_code', '_error'],
})

/** Returns the name of an error's schema. Errors with the same code have the same schema. */
export const errorSchemaName = (kind: ErrorKind): string => `Erro${ERROR_CATALOG[kind].code}Model`

/** Returns the schemas of errors by name. */
export const errorSchemas = (kinds: readonly ErrorKind[]): Record<string, SchemaObject> => ({
  ...ERROR_SCHEMAS,
  ...Object.fromEntries(
    kinds.map((kind) => {
      const { status, code } = ERROR_CATALOG[kind]
      const description = `The error with \`_code\` ${code} and status ${status}.`
      return [errorSchemaName(kind), codedEnvelope(description, { const: code }, { const: status })]
    }),
  ),
})

/** The two shapes of the error envelope (2.9, part 7), as in `errors/error-envelope.ts`. */
const ERROR_SCHEMAS = {
  ErroRespostaModel: codedEnvelope('An error with a code.', {}, { minimum: 400, maximum: 599 }),
  ErroValidacaoModel: {
    type: 'object',
    description: 'The error for invalid fields. It reports all of them and has neither `_code` nor `ui_message`.',
    properties: {
      _status: STATUS_WORD,
      _error: {
        type: 'object',
        description: 'The status and the messages.',
        properties: {
          code: { type: 'integer', const: 422, description: 'HTTP status.' },
          message: {
            type: 'object',
            description:
              'Messages by field, in the language of `Accept-Language`. Nested fields have dotted names, such as `company_doc.address.cep`.',
            additionalProperties: {
              type: 'array',
              description: 'Everything that is wrong with the field, for end users.',
              items: { type: 'string', description: 'A sentence about the field.' },
              minItems: 1,
            },
          },
        },
        required: ['code', 'message'],
      },
    },
    required: ['_status', '_error'],
  },
} satisfies Record<string, SchemaObject>
