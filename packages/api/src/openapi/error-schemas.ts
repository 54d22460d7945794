import type { SchemaObject } from './openapi-document.ts'

const STATUS_WORD: SchemaObject = {
  type: 'string',
  const: 'ERR',
  description: 'Distinguishes errors from other responses.',
}
const HTTP_STATUS: SchemaObject = { type: 'integer', description: 'HTTP status.' }

/** The two shapes of the error envelope (2.9, part 7), as in `errors/error-envelope.ts`. */
export const ERROR_SCHEMAS = {
  ErroRespostaModel: {
    type: 'object',
    description: 'An error with a code.',
    properties: {
      _status: STATUS_WORD,
      _code: { type: 'integer', description: 'Identifies the error. Clients should branch on it.' },
      _error: {
        type: 'object',
        description: 'The status and the messages.',
        properties: {
          code: HTTP_STATUS,
          message: { type: 'string', description: 'For developers, in English. Its wording may change.' },
          ui_message: { type: 'string', description: 'For end users, in the language of `Accept-Language`.' },
        },
        required: ['code', 'message', 'ui_message'],
      },
    },
    required: ['_status', '_code', '_error'],
  },
  ErroValidacaoModel: {
    type: 'object',
    description: 'The error for invalid fields. It reports all of them and has neither `_code` nor `ui_message`.',
    properties: {
      _status: STATUS_WORD,
      _error: {
        type: 'object',
        description: 'The status and the messages.',
        properties: {
          code: HTTP_STATUS,
          message: {
            type: 'object',
            description:
              'Messages by field, in the language of `Accept-Language`. Nested fields have dotted names, such as `company_doc.address.cep`.',
            additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
          },
        },
        required: ['code', 'message'],
      },
    },
    required: ['_status', '_error'],
  },
} satisfies Record<string, SchemaObject>
