import { LIMITS, STATES } from '@partner-accounts/core/basics'
import type { BodyOf, Fields, LeafPathOf, LeafRule } from './field-rule.ts'

const text = { kind: 'text', maxLength: LIMITS.textLength } as const

/**
 * The body of POST /partner-accounts (2.6). The API, the OpenAPI document, the SDK's fake service, the portal's form
 * and import, and the bench's targets all follow this table.
 *
 * To add a field, see `docs/adr/0016-one-rulebook.md`.
 */
export const ACCOUNT_FIELDS = {
  full_name: { ...text, required: true, description: 'Full name of the administrator.', example: 'Maria da Silva' },
  employees_quantity: {
    kind: 'integer',
    required: true,
    minimum: 1,
    maximum: 5000,
    description: 'Employees in the new subscription.',
    example: 12,
  },
  email: {
    kind: 'email',
    required: true,
    description:
      'E-mail of the administrator, who receives the activation and welcome mails. Unique, whatever its case.',
    example: 'maria@estrela.example',
  },
  mobile_phone: {
    kind: 'code',
    required: true,
    pattern: /^\d{10,15}$/,
    maxLength: 15,
    error: 'mobile_phone',
    description: 'Mobile number of the administrator with area code, digits only.',
    example: '11987654321',
  },
  company_doc: {
    kind: 'object',
    required: true,
    description: 'The employer: a company with a CNPJ or a person with a CPF.',
    exactlyOne: ['cpf', 'cnpj'],
    fields: {
      name: {
        ...text,
        required: true,
        description: "Employer's legal name, which is also the account's name.",
        example: 'Padaria Estrela Ltda',
      },
      trade_name: { ...text, required: true, description: "Employer's trade name.", example: 'Padaria Estrela' },
      cpf: {
        kind: 'code',
        required: false,
        pattern: /^\d{11}$/,
        maxLength: 11,
        error: 'cpf',
        description: 'CPF of an employer who is a person, digits only.',
        example: '52998224725',
      },
      cnpj: {
        kind: 'code',
        required: false,
        pattern: /^[0-9A-Z]{12}\d{2}$/,
        maxLength: 14,
        error: 'cnpj',
        description: 'CNPJ of an employer that is a company: digits only, or the alphanumeric form.',
        example: '12ABC34501DE35',
      },
      financial_email: {
        kind: 'email',
        required: false,
        description: "E-mail of the employer's finance department.",
        example: 'financeiro@estrela.example',
      },
      address: {
        kind: 'object',
        required: true,
        model: 'AddressModel',
        description: 'The address of the employer and of the unit.',
        fields: {
          cep: {
            kind: 'code',
            required: true,
            pattern: /^\d{8}$/,
            maxLength: 8,
            error: 'cep',
            description: 'Postal code, digits only.',
            example: '01310100',
          },
          street_name: { ...text, required: true, description: 'Street.', example: 'Avenida Paulista' },
          street_number: {
            ...text,
            required: true,
            maxLength: 6,
            description: 'Number in the street.',
            example: '1578',
          },
          neighborhood: { ...text, required: true, description: 'Neighborhood.', example: 'Bela Vista' },
          complement: {
            ...text,
            required: false,
            description: 'Suite, apartment or similar.',
            example: 'Conjunto 12',
          },
          state: {
            kind: 'choice',
            required: true,
            options: STATES,
            error: 'state',
            description: 'State code (UF), upper case.',
            example: 'SP',
          },
          city: { ...text, required: true, description: 'City.', example: 'São Paulo' },
        },
      },
    },
  },
} as const satisfies Fields

/** A valid body: optional fields are absent or hold a value. */
export type AccountBody = BodyOf<typeof ACCOUNT_FIELDS>
/** A body as clients send it: `null` in an optional field counts as absent. */
export type AccountInput = BodyOf<typeof ACCOUNT_FIELDS, null | undefined>
/** Dotted names of its leaf fields. */
export type AccountFieldPath = LeafPathOf<typeof ACCOUNT_FIELDS>

const leavesOf = (fields: Fields, prefix = ''): [path: string, rule: LeafRule][] =>
  Object.entries(fields).flatMap(([name, rule]) =>
    rule.kind === 'object' ? leavesOf(rule.fields, `${prefix}${name}.`) : [[prefix + name, rule]],
  )

/** By dotted name, in the order of the body. */
export const ACCOUNT_FIELD_RULES = Object.fromEntries(leavesOf(ACCOUNT_FIELDS)) as Record<AccountFieldPath, LeafRule>

export const ACCOUNT_FIELD_PATHS = Object.keys(ACCOUNT_FIELD_RULES) as AccountFieldPath[]
