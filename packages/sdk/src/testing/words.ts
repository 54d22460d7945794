import type { Words } from './locale.ts'
import { REFUSALS } from './service-rules.ts'

// What the OpenAPI document does not say. The contract compares all of it with the running service.

/** Refusals that belong to no operation. */
const EDGE_REFUSALS = {
  'route-not-found': {
    status: 404,
    code: 404,
    message: 'There is nothing at this path.',
    uiMessage: 'Endereço não encontrado.',
  },
  'method-not-allowed': {
    status: 405,
    code: 405,
    message: 'This path does not take that method: see the Allow header.',
    uiMessage: 'Operação não permitida neste endereço.',
  },
  'body-too-large': {
    status: 413,
    code: 413,
    message: 'The request body is larger than 64 KiB.',
    uiMessage: 'A requisição é grande demais.',
  },
} as const

/** Every refusal but invalid fields. */
export const ALL_REFUSALS = { ...REFUSALS, ...EDGE_REFUSALS }
export type RefusalKind = keyof typeof ALL_REFUSALS

/** The words for end users, in English. */
export const ENGLISH: Readonly<Record<RefusalKind, string>> = {
  'invalid-credentials': 'Wrong e-mail or password.',
  'user-not-activated': 'User not activated yet. Verify your e-mail and follow the activation link.',
  unauthenticated: 'Your session is not valid. Sign in again.',
  forbidden: 'You have no permission for this operation.',
  'account-not-found': 'Account not found.',
  'invalid-account-identifier': 'Invalid identifier. Use the account id, a CNPJ or a CPF, without punctuation.',
  'invalid-json': 'The request is not valid JSON.',
  'administrator-email-taken': 'This e-mail is already registered.',
  'idempotent-request-in-flight': 'This operation is under way already. Try again in a moment.',
  'rate-limited': 'Too many requests. Wait a moment and try again.',
  'too-many-sign-ins': 'Too many attempts to sign in. Wait a few minutes and try again.',
  internal: 'Internal error. Try again in a moment.',
  'storage-unavailable': 'Service unavailable. Try again in a moment.',
  overloaded: 'Service busy. Try again in a moment.',
  'route-not-found': 'Address not found.',
  'method-not-allowed': 'Operation not allowed at this address.',
  'body-too-large': 'The request is too large.',
}

/** What can be wrong with any field. */
export const FIELD_FAULTS = {
  required: { 'pt-BR': 'Campo obrigatório.', en: 'Required field.' },
  notText: { 'pt-BR': 'Deve ser um texto.', en: 'Must be a string.' },
  notInteger: { 'pt-BR': 'Deve ser um número inteiro.', en: 'Must be an integer.' },
  notObject: { 'pt-BR': 'Deve ser um objeto.', en: 'Must be an object.' },
  blank: { 'pt-BR': 'Não pode estar em branco.', en: 'Must not be blank.' },
  notStorable: {
    'pt-BR': 'Contém caracteres inválidos (U+0000 ou um par substituto incompleto).',
    en: 'Has invalid characters (U+0000 or half a surrogate pair).',
  },
  email: { 'pt-BR': 'Deve ser um e-mail válido.', en: 'Must be a valid e-mail address.' },
  oneDocument: { 'pt-BR': 'Informe o CPF ou o CNPJ, e apenas um deles.', en: 'Give exactly one of cpf and cnpj.' },
  idempotencyKey: { 'pt-BR': 'Deve ter de 1 a 255 caracteres.', en: 'Must have 1 to 255 characters.' },
  idempotencyKeyReused: {
    'pt-BR': 'Já foi usada com outra requisição.',
    en: 'Was used with another request already.',
  },
} satisfies Record<string, Words>

/** What is wrong with a text that is not of the form of its field, by the last part of the field's name. */
export const FORM_FAULTS: Readonly<Record<string, Words>> = {
  mobile_phone: {
    'pt-BR': 'Deve ter de 10 a 15 dígitos, com DDD e sem pontuação.',
    en: 'Must have 10 to 15 digits, with area code and without punctuation.',
  },
  cpf: { 'pt-BR': 'Deve ter 11 dígitos, sem pontuação.', en: 'Must have 11 digits, without punctuation.' },
  cnpj: {
    'pt-BR': 'Deve ter 12 dígitos ou letras maiúsculas e 2 dígitos verificadores, sem pontuação.',
    en: 'Must have 12 digits or upper-case letters and 2 check digits, without punctuation.',
  },
  cep: { 'pt-BR': 'Deve ter 8 dígitos, sem pontuação.', en: 'Must have 8 digits, without punctuation.' },
  state: {
    'pt-BR': 'Deve ser a sigla de uma UF, em maiúsculas.',
    en: 'Must be the code of a Brazilian state (UF), in upper case.',
  },
}

export const tooLong = (max: number): Words => ({
  'pt-BR': `Deve ter no máximo ${max} caracteres.`,
  en: `Must have at most ${max} characters.`,
})

export const notBetween = (min: number, max: number): Words => ({
  'pt-BR': `Deve estar entre ${min} e ${max}.`,
  en: `Must be between ${min} and ${max}.`,
})
