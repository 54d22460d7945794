import { LIMITS, STATES } from '@partner-accounts/core/basics'
import type { BodyOf, Fields, LeafPathOf, LeafRule } from './field-rule.ts'

const text = { kind: 'text', maxLength: LIMITS.textLength } as const

/**
 * The body of POST /partner-accounts (2.6), for the API, the OpenAPI document, the SDK's fake service, the portal and
 * the bench.
 *
 * To add a field, see `docs/adr/0016-one-rulebook.md`.
 */
export const ACCOUNT_FIELDS = {
  full_name: {
    ...text,
    required: true,
    label: { 'pt-BR': 'Nome completo', en: 'Full name' },
    description: { 'pt-BR': 'Nome completo do administrador.', en: 'Full name of the administrator.' },
    example: 'Maria da Silva',
  },
  employees_quantity: {
    kind: 'integer',
    required: true,
    minimum: 1,
    maximum: 5000,
    label: { 'pt-BR': 'Funcionários contratados', en: 'Subscribed employees' },
    description: { 'pt-BR': 'Funcionários da nova assinatura.', en: 'Employees in the new subscription.' },
    example: 12,
  },
  email: {
    kind: 'email',
    required: true,
    label: { 'pt-BR': 'E-mail', en: 'E-mail' },
    description: {
      'pt-BR':
        'E-mail do administrador, que recebe os e-mails de ativação e de boas-vindas. Único, sem diferença de maiúsculas.',
      en: 'E-mail of the administrator, who receives the activation and welcome mails. Unique, whatever its case.',
    },
    example: 'maria@estrela.example',
  },
  mobile_phone: {
    kind: 'code',
    required: true,
    pattern: /^\d{10,15}$/,
    maxLength: 15,
    error: 'mobile_phone',
    label: { 'pt-BR': 'Celular com DDD', en: 'Mobile with area code' },
    description: {
      'pt-BR': 'Celular do administrador com DDD, somente dígitos.',
      en: 'Mobile number of the administrator with area code, digits only.',
    },
    example: '11987654321',
  },
  company_doc: {
    kind: 'object',
    required: true,
    description: {
      'pt-BR': 'O empregador: uma empresa com CNPJ ou uma pessoa com CPF.',
      en: 'The employer: a company with a CNPJ or a person with a CPF.',
    },
    exactlyOne: ['cpf', 'cnpj'],
    fields: {
      name: {
        ...text,
        required: true,
        label: { 'pt-BR': 'Razão social ou nome', en: 'Legal name' },
        description: {
          'pt-BR': 'Razão social do empregador: o nome da conta.',
          en: "Employer's legal name, which is also the account's name.",
        },
        example: 'Padaria Estrela Ltda',
      },
      trade_name: {
        ...text,
        required: true,
        label: { 'pt-BR': 'Nome fantasia', en: 'Trade name' },
        description: { 'pt-BR': 'Nome fantasia do empregador.', en: "Employer's trade name." },
        example: 'Padaria Estrela',
      },
      cpf: {
        kind: 'code',
        required: false,
        pattern: /^\d{11}$/,
        maxLength: 11,
        error: 'cpf',
        label: { 'pt-BR': 'CPF', en: 'CPF' },
        description: {
          'pt-BR': 'CPF de um empregador que é pessoa física, somente dígitos.',
          en: 'CPF of an employer who is a person, digits only.',
        },
        example: '52998224725',
      },
      cnpj: {
        kind: 'code',
        required: false,
        pattern: /^[0-9A-Z]{12}\d{2}$/,
        maxLength: 14,
        error: 'cnpj',
        label: { 'pt-BR': 'CNPJ', en: 'CNPJ' },
        description: {
          'pt-BR': 'CNPJ de um empregador que é empresa: somente dígitos, ou a forma alfanumérica.',
          en: 'CNPJ of an employer that is a company: digits only, or the alphanumeric form.',
        },
        example: '12ABC34501DE35',
      },
      financial_email: {
        kind: 'email',
        required: false,
        label: { 'pt-BR': 'E-mail do financeiro', en: 'Finance e-mail' },
        description: {
          'pt-BR': 'E-mail do financeiro do empregador.',
          en: "E-mail of the employer's finance department.",
        },
        example: 'financeiro@estrela.example',
      },
      address: {
        kind: 'object',
        required: true,
        model: 'AddressModel',
        description: {
          'pt-BR': 'O endereço do empregador e da unidade.',
          en: 'The address of the employer and of the unit.',
        },
        fields: {
          cep: {
            kind: 'code',
            required: true,
            pattern: /^\d{8}$/,
            maxLength: 8,
            error: 'cep',
            label: { 'pt-BR': 'CEP', en: 'Postal code (CEP)' },
            description: { 'pt-BR': 'CEP, somente dígitos.', en: 'Postal code, digits only.' },
            example: '01310100',
          },
          street_name: {
            ...text,
            required: true,
            label: { 'pt-BR': 'Logradouro', en: 'Street' },
            description: { 'pt-BR': 'Logradouro.', en: 'Street.' },
            example: 'Avenida Paulista',
          },
          street_number: {
            ...text,
            required: true,
            maxLength: 6,
            label: { 'pt-BR': 'Número', en: 'Number' },
            description: { 'pt-BR': 'Número no logradouro.', en: 'Number in the street.' },
            example: '1578',
          },
          neighborhood: {
            ...text,
            required: true,
            label: { 'pt-BR': 'Bairro', en: 'Neighborhood' },
            description: { 'pt-BR': 'Bairro.', en: 'Neighborhood.' },
            example: 'Bela Vista',
          },
          complement: {
            ...text,
            required: false,
            label: { 'pt-BR': 'Complemento', en: 'Complement' },
            description: {
              'pt-BR': 'Complemento: sala, apartamento ou semelhante.',
              en: 'Suite, apartment or similar.',
            },
            example: 'Conjunto 12',
          },
          state: {
            kind: 'choice',
            required: true,
            options: STATES,
            error: 'state',
            label: { 'pt-BR': 'UF', en: 'State' },
            description: { 'pt-BR': 'Sigla da UF, em maiúsculas.', en: 'State code (UF), upper case.' },
            example: 'SP',
          },
          city: {
            ...text,
            required: true,
            label: { 'pt-BR': 'Cidade', en: 'City' },
            description: { 'pt-BR': 'Cidade.', en: 'City.' },
            example: 'São Paulo',
          },
        },
      },
    },
  },
} as const satisfies Fields

/** A valid body, whose optional fields are absent or have a value. */
export type AccountBody = BodyOf<typeof ACCOUNT_FIELDS>
/** The body as clients send it: `null` or an empty text in an optional field counts as absent. */
export type AccountInput = BodyOf<typeof ACCOUNT_FIELDS, null | undefined>
/** Dotted names of leaf fields. */
export type AccountFieldPath = LeafPathOf<typeof ACCOUNT_FIELDS>

const leavesOf = (fields: Fields, prefix = ''): [path: string, rule: LeafRule][] =>
  Object.entries(fields).flatMap(([name, rule]) =>
    rule.kind === 'object' ? leavesOf(rule.fields, `${prefix}${name}.`) : [[prefix + name, rule]],
  )

/** The rules of leaf fields by dotted name, in the body's order. */
export const ACCOUNT_FIELD_RULES = Object.fromEntries(leavesOf(ACCOUNT_FIELDS)) as Record<AccountFieldPath, LeafRule>

export const ACCOUNT_FIELD_PATHS = Object.keys(ACCOUNT_FIELD_RULES) as AccountFieldPath[]
