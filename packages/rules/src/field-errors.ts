import { LIMITS } from '@partner-accounts/core/basics'
import type { LocalizedText } from './locale.ts'

const { eventDays, idempotencyKey } = LIMITS

export const FIELD_ERRORS = {
  required: { 'pt-BR': 'Campo obrigatório.', en: 'This field is required.' },
  not_text: { 'pt-BR': 'Deve ser um texto.', en: 'Must be a string.' },
  not_integer: { 'pt-BR': 'Deve ser um número inteiro.', en: 'Must be an integer.' },
  body_not_object: {
    'pt-BR': 'O corpo da requisição não é um objeto JSON.',
    en: 'The request body is not a JSON object.',
  },
  not_object: { 'pt-BR': 'Deve ser um objeto.', en: 'Must be an object.' },
  blank: { 'pt-BR': 'Não pode estar em branco.', en: 'Must not be blank.' },
  not_storable: {
    'pt-BR': 'Contém caracteres inválidos (U+0000 ou um substituto UTF-16 sem par).',
    en: 'Contains invalid characters (U+0000 or an unpaired UTF-16 surrogate).',
  },
  email: { 'pt-BR': 'Deve ser um e-mail válido.', en: 'Must be a valid e-mail address.' },
  mobile_phone: {
    'pt-BR': 'Deve ter de 10 a 15 dígitos, com DDD e sem pontuação.',
    en: 'Must have 10 to 15 digits, including the area code, without punctuation.',
  },
  cpf: { 'pt-BR': 'Deve ter 11 dígitos, sem pontuação.', en: 'Must have 11 digits, without punctuation.' },
  cnpj: {
    'pt-BR': 'Deve ter 12 dígitos ou letras maiúsculas, seguidos de 2 dígitos verificadores, sem pontuação.',
    en: 'Must have 12 digits or upper-case letters, followed by 2 check digits, without punctuation.',
  },
  one_tax_id: { 'pt-BR': 'Informe o CPF ou o CNPJ, mas não ambos.', en: 'Provide either cpf or cnpj, not both.' },
  cep: { 'pt-BR': 'Deve ter 8 dígitos, sem pontuação.', en: 'Must have 8 digits, without punctuation.' },
  state: {
    'pt-BR': 'Deve ser a sigla de uma UF, em letras maiúsculas.',
    en: 'Must be a two-letter Brazilian state code (UF) in upper case.',
  },
  idempotency_key: {
    'pt-BR': `Deve ter de 1 a ${idempotencyKey.maxLength} caracteres.`,
    en: `Must have 1 to ${idempotencyKey.maxLength} characters.`,
  },
  idempotency_key_reused: {
    'pt-BR': 'Esta chave já foi usada com outra requisição.',
    en: 'This key was already used with a different request.',
  },
  unknown_event: {
    'pt-BR': 'Deve ser o id de um evento, ou `latest`.',
    en: 'Must be the id of an event, or `latest`.',
  },
  event_types: {
    'pt-BR': 'Devem ser tipos de eventos, separados por vírgulas.',
    en: 'Must be types of events, separated by commas.',
  },
  record_id: { 'pt-BR': 'Deve ter 24 dígitos hexadecimais.', en: 'Must have 24 hexadecimal digits.' },
  expired_events: {
    'pt-BR': `Eventos posteriores a este têm mais de ${eventDays} dias e não existem mais. Leia todas as contas e recomece sem \`after\`.`,
    en: `Events after this one are more than ${eventDays} days old and have expired. Read all accounts, and begin again without \`after\`.`,
  },
} as const satisfies Record<string, LocalizedText>

export type FieldError = keyof typeof FIELD_ERRORS

export const tooLong = (max: number): LocalizedText => ({
  'pt-BR': `Deve ter no máximo ${max} caracteres.`,
  en: `Must have at most ${max} characters.`,
})

export const notBetween = (min: number, max: number): LocalizedText => ({
  'pt-BR': `Deve estar entre ${min} e ${max}.`,
  en: `Must be between ${min} and ${max}.`,
})
