import { ERROR_CATALOG, type ErrorKind } from '../errors/catalog.ts'
import { refTo, type SchemaObject } from './openapi-document.ts'

const STATUS_WORD: SchemaObject = {
  type: 'string',
  const: 'ERR',
  description: 'Distinguishes errors from other responses.',
}

/** Returns the schema of an error. Its codes are literals, so clients can narrow the type. */
const envelopeSchema = (code: number, status: number): SchemaObject => ({
  type: 'object',
  description: `The error with \`_code\` ${code} and status ${status}.`,
  properties: {
    _status: STATUS_WORD,
    _code: { type: 'integer', const: code, description: 'Identifies the error. Clients should branch on it.' },
    _error: {
      type: 'object',
      description: 'The status and the messages.',
      properties: {
        code: { type: 'integer', const: status, description: 'HTTP status.' },
        message: { type: 'string', description: 'For developers, in English. Its wording may change.' },
        ui_message: { type: 'string', description: 'For end users, in the language of `Accept-Language`.' },
      },
      required: ['code', 'message', 'ui_message'],
    },
  },
  required: ['_status', '_code', '_error'],
})

/** Errors with the same code share a schema. */
export const errorSchemaName = (kind: ErrorKind): string => `Erro${ERROR_CATALOG[kind].code}Model`

export function errorSchemas(kinds: readonly ErrorKind[]): Record<string, SchemaObject> {
  const schemas = Object.fromEntries([
    ['ErroValidacaoModel', FIELD_ERRORS],
    ...kinds.map((kind) => {
      const { status, code } = ERROR_CATALOG[kind]
      return [errorSchemaName(kind), envelopeSchema(code, status)] as const
    }),
  ])
  const anyOf = Object.keys(schemas).map((name) => refTo('schemas', name))
  return { ErroRespostaModel: { description: 'Any error of the service.', anyOf }, ...schemas }
}

const FIELD_ERRORS: SchemaObject = {
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
}
