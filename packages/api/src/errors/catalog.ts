import type { DomainErrorKind } from '@partner-accounts/core'
import type { Words } from '../locale.ts'
import type { FieldFault } from '../wire/field-faults.ts'
import type { RequestErrorKind } from './request-error.ts'

/** How an error looks from outside (part 7). */
export interface CatalogRow {
  /** HTTP status, `_error.code`. */
  status: number
  /** `_code`. Where the specification gives none, it equals the status. */
  code: number
  /** For developers, in English. */
  message: string
  /** For end users. */
  uiMessage: Words
}

/** An error of one field, told like any other invalid field: with no `_code` (see `error-envelope.ts`). */
export interface FieldRow {
  field: string
  fault: FieldFault
}

/** Errors that are told as an invalid field. */
export const FIELD_ERRORS = {
  'invalid-idempotency-key': { field: 'Idempotency-Key', fault: 'idempotency_key' },
  'idempotency-key-reused': { field: 'Idempotency-Key', fault: 'idempotency_key_reused' },
  'password-too-common': { field: 'password', fault: 'password_too_common' },
} satisfies Partial<Record<DomainErrorKind, FieldRow>>

export type FieldErrorKind = keyof typeof FIELD_ERRORS

/** Every other error. */
export const ERROR_CATALOG = {
  'invalid-credentials': {
    status: 401,
    code: 1418,
    message: 'Missing or invalid credentials: send the e-mail and password of a portal user.',
    uiMessage: { 'pt-BR': 'E-mail ou senha inválidos.', en: 'Wrong e-mail or password.' },
  },
  'user-not-activated': {
    status: 401,
    code: 24,
    message: 'The portal user is not activated: verify the e-mail and follow its activation link.',
    uiMessage: {
      'pt-BR': 'Usuário ainda não ativado. Verifique seu e-mail e siga o link de ativação.',
      en: 'User not activated yet. Verify your e-mail and follow the activation link.',
    },
  },
  unauthenticated: {
    status: 401,
    code: 9,
    message: 'Missing or invalid credentials: send "Authorization: Bearer <token>" with a token from POST /tokens.',
    uiMessage: {
      'pt-BR': 'Sua sessão não é válida. Entre novamente.',
      en: 'Your session is not valid. Sign in again.',
    },
  },
  forbidden: {
    status: 403,
    code: 666,
    message: 'The token has no permission for this resource.',
    uiMessage: {
      'pt-BR': 'Você não tem permissão para esta operação.',
      en: 'You have no permission for this operation.',
    },
  },
  'account-not-found': {
    status: 404,
    code: 56,
    message: 'No account within reach has that id, CNPJ or CPF.',
    uiMessage: { 'pt-BR': 'Conta não encontrada.', en: 'Account not found.' },
  },
  'invalid-account-identifier': {
    status: 422,
    code: 113,
    message: 'account_id must be 24 hexadecimal characters, a CNPJ or a CPF, without punctuation.',
    uiMessage: {
      'pt-BR': 'Identificador inválido. Use o id da conta, um CNPJ ou um CPF, sem pontuação.',
      en: 'Invalid identifier. Use the account id, a CNPJ or a CPF, without punctuation.',
    },
  },
  'administrator-email-taken': {
    status: 422,
    code: 88,
    message: 'Value not unique: the e-mail of the administrator is already registered.',
    uiMessage: { 'pt-BR': 'Este e-mail já está cadastrado.', en: 'This e-mail is already registered.' },
  },
  'idempotent-request-in-flight': {
    status: 409,
    code: 409,
    message: 'A request with this Idempotency-Key is under way: ask again after as many seconds as Retry-After says.',
    uiMessage: {
      'pt-BR': 'Esta operação já está em andamento. Tente de novo em instantes.',
      en: 'This operation is under way already. Try again in a moment.',
    },
  },
  'too-many-sign-ins': {
    status: 429,
    code: 429,
    message: 'Too many failed sign-ins: wait as many seconds as Retry-After says.',
    uiMessage: {
      'pt-BR': 'Muitas tentativas de entrar. Aguarde alguns minutos e tente de novo.',
      en: 'Too many attempts to sign in. Wait a few minutes and try again.',
    },
  },
  'activation-link-invalid': {
    status: 404,
    code: 404,
    message: 'No activation link has this token, or a later link has taken its place.',
    uiMessage: {
      'pt-BR': 'Este link de ativação não é válido. Use o do e-mail mais recente, ou peça outro.',
      en: 'This activation link is not valid. Use the one of the latest e-mail, or ask for another.',
    },
  },
  'activation-link-used': {
    status: 410,
    code: 410,
    message: 'This activation link was used already.',
    uiMessage: {
      'pt-BR': 'Este link de ativação já foi usado. Entre com a senha que você escolheu.',
      en: 'This activation link was used already. Sign in with the password you chose.',
    },
  },
  'activation-link-expired': {
    status: 410,
    code: 410,
    message: 'This activation link has expired.',
    uiMessage: {
      'pt-BR': 'Este link de ativação expirou. Peça outro convite.',
      en: 'This activation link has expired. Ask for another invitation.',
    },
  },
  'coupon-code-taken': {
    status: 409,
    code: 409,
    message: 'There is a coupon with this code already.',
    uiMessage: { 'pt-BR': 'Já existe um cupom com este código.', en: 'There is a coupon with this code already.' },
  },
  'coupon-not-found': {
    status: 404,
    code: 404,
    message: 'There is no coupon with this code.',
    uiMessage: { 'pt-BR': 'Cupom não encontrado.', en: 'Coupon not found.' },
  },
  'mail-not-found': {
    status: 404,
    code: 404,
    message: 'There is no failed mail with this id.',
    uiMessage: { 'pt-BR': 'E-mail com falha não encontrado.', en: 'Failed mail not found.' },
  },
  'partner-already-active': {
    status: 409,
    code: 409,
    message: 'The partner is active already.',
    uiMessage: { 'pt-BR': 'O parceiro já está ativo.', en: 'The partner is active already.' },
  },
  'partner-already-suspended': {
    status: 409,
    code: 409,
    message: 'The partner is suspended already.',
    uiMessage: { 'pt-BR': 'O parceiro já está suspenso.', en: 'The partner is suspended already.' },
  },
  'partner-not-found': {
    status: 404,
    code: 404,
    message: 'There is no partner with this id.',
    uiMessage: { 'pt-BR': 'Parceiro não encontrado.', en: 'Partner not found.' },
  },
  'portal-user-already-active': {
    status: 409,
    code: 409,
    message: 'The portal user is active already: disable it first to invite it anew.',
    uiMessage: { 'pt-BR': 'O usuário já está ativo.', en: 'The user is active already.' },
  },
  'portal-user-email-taken': {
    status: 409,
    code: 409,
    message: 'The e-mail belongs to another portal user.',
    uiMessage: { 'pt-BR': 'Este e-mail já está em uso.', en: 'This e-mail is in use already.' },
  },
  'portal-user-not-found': {
    status: 404,
    code: 404,
    message: 'There is no portal user with this id.',
    uiMessage: { 'pt-BR': 'Usuário não encontrado.', en: 'User not found.' },
  },
  'subscription-canceled': {
    status: 409,
    code: 409,
    message: 'The subscription is canceled, which is final.',
    uiMessage: { 'pt-BR': 'A assinatura está cancelada.', en: 'The subscription is canceled.' },
  },
  'invalid-json': {
    status: 422,
    code: 1405,
    message: 'The request body is not valid JSON.',
    uiMessage: { 'pt-BR': 'A requisição não é um JSON válido.', en: 'The request is not valid JSON.' },
  },
  'rate-limited': {
    status: 429,
    code: 429,
    message: 'Rate limit exceeded: wait as many seconds as Retry-After says.',
    uiMessage: {
      'pt-BR': 'Muitas requisições. Aguarde um momento e tente de novo.',
      en: 'Too many requests. Wait a moment and try again.',
    },
  },
  'bad-request': {
    status: 400,
    code: 400,
    message: 'The request cannot be understood.',
    uiMessage: { 'pt-BR': 'Requisição inválida.', en: 'Invalid request.' },
  },
  'route-not-found': {
    status: 404,
    code: 404,
    message: 'There is nothing at this path.',
    uiMessage: { 'pt-BR': 'Endereço não encontrado.', en: 'Address not found.' },
  },
  'method-not-allowed': {
    status: 405,
    code: 405,
    message: 'This path does not take that method: see the Allow header.',
    uiMessage: { 'pt-BR': 'Operação não permitida neste endereço.', en: 'Operation not allowed at this address.' },
  },
  'request-timeout': {
    status: 408,
    code: 408,
    message: 'The request did not arrive in time.',
    uiMessage: { 'pt-BR': 'A requisição demorou demais.', en: 'The request took too long.' },
  },
  'body-too-large': {
    status: 413,
    code: 413,
    message: 'The request body is larger than 64 KiB.',
    uiMessage: { 'pt-BR': 'A requisição é grande demais.', en: 'The request is too large.' },
  },
  'unsupported-media-type': {
    status: 415,
    code: 415,
    message: 'The request body must be application/json.',
    uiMessage: { 'pt-BR': 'Requisição inválida.', en: 'Invalid request.' },
  },
  'batch-too-long': {
    status: 400,
    code: 400,
    message: 'The batch has too many calls: split it.',
    uiMessage: { 'pt-BR': 'A requisição é grande demais.', en: 'The request is too large.' },
  },
  'header-too-large': {
    status: 431,
    code: 431,
    message: 'The request headers are too large.',
    uiMessage: { 'pt-BR': 'A requisição é grande demais.', en: 'The request is too large.' },
  },
  overloaded: {
    status: 503,
    code: 503,
    message: 'Too much is going on at once: try again after as many seconds as Retry-After says.',
    uiMessage: { 'pt-BR': 'Serviço ocupado. Tente de novo em instantes.', en: 'Service busy. Try again in a moment.' },
  },
  'storage-unavailable': {
    status: 503,
    code: 503,
    message: 'The service cannot reach its data: try again after as many seconds as Retry-After says.',
    uiMessage: {
      'pt-BR': 'Serviço indisponível. Tente de novo em instantes.',
      en: 'Service unavailable. Try again in a moment.',
    },
  },
  internal: {
    status: 500,
    code: 500,
    message: 'Internal error.',
    uiMessage: { 'pt-BR': 'Erro interno. Tente de novo em instantes.', en: 'Internal error. Try again in a moment.' },
  },
} satisfies Record<Exclude<DomainErrorKind, FieldErrorKind> | RequestErrorKind, CatalogRow>

export type ErrorKind = keyof typeof ERROR_CATALOG
