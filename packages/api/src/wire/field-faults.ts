import { LIMITS } from '@partner-accounts/core'
import type { Words } from '../locale.ts'

const { employeesQuantity, idempotencyKey, password } = LIMITS
/** The messages of invalid fields, by the key that schemas use as their message. */
export const FIELD_FAULTS = {
  required: { 'pt-BR': 'Campo obrigatório.', en: 'Required field.' },
  not_text: { 'pt-BR': 'Deve ser um texto.', en: 'Must be a string.' },
  not_integer: { 'pt-BR': 'Deve ser um número inteiro.', en: 'Must be an integer.' },
  not_object: { 'pt-BR': 'Deve ser um objeto.', en: 'Must be an object.' },
  blank: { 'pt-BR': 'Não pode estar em branco.', en: 'Must not be blank.' },
  name: { 'pt-BR': 'Deve estar em uma só linha, sem "://".', en: 'Must be on one line, without "://".' },
  not_storable: {
    'pt-BR': 'Contém caracteres inválidos (U+0000 ou um par substituto incompleto).',
    en: 'Has invalid characters (U+0000 or half a surrogate pair).',
  },
  record_id: { 'pt-BR': 'Deve ter 24 dígitos hexadecimais.', en: 'Must have 24 hexadecimal digits.' },
  password: {
    'pt-BR': `Deve ter de ${password.min} a ${password.max} caracteres.`,
    en: `Must have ${password.min} to ${password.max} characters.`,
  },
  password_too_common: {
    'pt-BR': 'É comum demais ou parecida com seu nome ou e-mail: escolha outra, mais difícil de adivinhar.',
    en: 'Is too common, or too similar to your name or e-mail: choose one that is harder to guess.',
  },
  coupon_code: {
    'pt-BR': 'Deve ter de 1 a 64 letras, dígitos, hífens ou sublinhados.',
    en: 'Must have 1 to 64 letters, digits, hyphens or underscores.',
  },
  percent_off: { 'pt-BR': 'Deve estar entre 1 e 100.', en: 'Must be between 1 and 100.' },
  at_least_one: { 'pt-BR': 'Deve ser no mínimo 1.', en: 'Must be at least 1.' },
  not_negative: { 'pt-BR': 'Não pode ser negativo.', en: 'Must not be negative.' },
  too_many: { 'pt-BR': 'É grande demais.', en: 'Is too large.' },
  date: {
    'pt-BR': 'Deve ser uma data (AAAA-MM-DD) ou um momento com fuso horário, no formato ISO 8601.',
    en: 'Must be a date (YYYY-MM-DD) or a moment with its offset, in ISO 8601.',
  },
  permission: {
    'pt-BR': 'Deve ser accounts:read ou accounts:create.',
    en: 'Must be accounts:read or accounts:create.',
  },
  not_list: { 'pt-BR': 'Deve ser uma lista.', en: 'Must be a list.' },
  nothing_to_change: { 'pt-BR': 'Informe o que deve mudar.', en: 'Say what is to change.' },
  employees_quantity: {
    'pt-BR': `Deve estar entre ${employeesQuantity.min} e ${employeesQuantity.max}.`,
    en: `Must be between ${employeesQuantity.min} and ${employeesQuantity.max}.`,
  },
  email: { 'pt-BR': 'Deve ser um e-mail válido.', en: 'Must be a valid e-mail address.' },
  idempotency_key: {
    'pt-BR': `Deve ter de 1 a ${idempotencyKey.maxLength} caracteres.`,
    en: `Must have 1 to ${idempotencyKey.maxLength} characters.`,
  },
  idempotency_key_reused: {
    'pt-BR': 'Já foi usada com outra requisição.',
    en: 'Was used with another request already.',
  },
  mobile_phone: {
    'pt-BR': 'Deve ter de 10 a 15 dígitos, com DDD e sem pontuação.',
    en: 'Must have 10 to 15 digits, with area code and without punctuation.',
  },
  cpf: { 'pt-BR': 'Deve ter 11 dígitos, sem pontuação.', en: 'Must have 11 digits, without punctuation.' },
  cnpj: {
    'pt-BR': 'Deve ter 12 dígitos ou letras maiúsculas e 2 dígitos verificadores, sem pontuação.',
    en: 'Must have 12 digits or upper-case letters and 2 check digits, without punctuation.',
  },
  one_document: { 'pt-BR': 'Informe o CPF ou o CNPJ, e apenas um deles.', en: 'Give exactly one of cpf and cnpj.' },
  cep: { 'pt-BR': 'Deve ter 8 dígitos, sem pontuação.', en: 'Must have 8 digits, without punctuation.' },
  state: {
    'pt-BR': 'Deve ser a sigla de uma UF, em maiúsculas.',
    en: 'Must be the code of a Brazilian state (UF), in upper case.',
  },
} satisfies Record<string, Words>

/** The message of a text that is too long. Schemas use the key `too_long` and report the maximum as `maximum`. */
export const tooLong = (max: number): Words => ({
  'pt-BR': `Deve ter no máximo ${max} caracteres.`,
  en: `Must have at most ${max} characters.`,
})

export type FieldFault = keyof typeof FIELD_FAULTS | 'too_long'

export const isFieldFault = (key: string): key is keyof typeof FIELD_FAULTS => Object.hasOwn(FIELD_FAULTS, key)
