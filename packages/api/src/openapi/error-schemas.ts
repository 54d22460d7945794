import type { SchemaObject } from './openapi-document.ts'

const STATUS_WORD: SchemaObject = { type: 'string', const: 'ERR', description: 'Tells errors from answers.' }
const HTTP_STATUS: SchemaObject = { type: 'integer', description: 'HTTP status.' }

/** The envelope of 2.9 and part 7, in its two shapes (`ErrorEnvelope` in `errors/error-envelope.ts`). */
export const ERROR_SCHEMAS = {
  ErroRespostaModel: {
    type: 'object',
    description: 'An error with a code.',
    properties: {
      _status: STATUS_WORD,
      _code: { type: 'integer', description: 'What went wrong: the number to branch on.' },
      _error: {
        type: 'object',
        description: 'The status and the messages.',
        properties: {
          code: HTTP_STATUS,
          message: { type: 'string', description: 'For developers, in English. Its wording may change.' },
          ui_message: { type: 'string', description: 'To be shown to people, in the language of `Accept-Language`.' },
        },
        required: ['code', 'message', 'ui_message'],
      },
    },
    required: ['_status', '_code', '_error'],
  },
  ErroValidacaoModel: {
    type: 'object',
    description: 'Invalid fields: no `_code`, no `ui_message`, and all faults at once.',
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
              'Messages by field, in the language of `Accept-Language`. Fields of objects have dotted names: `company_doc.address.cep`.',
            additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
          },
        },
        required: ['code', 'message'],
      },
    },
    required: ['_status', '_error'],
  },
} satisfies Record<string, SchemaObject>
