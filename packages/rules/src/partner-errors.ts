import { LIMITS } from '@partner-accounts/core/basics'
import type { LocalizedText } from './locale.ts'

/** An error as clients receive it (part 7). */
export interface ErrorRow {
  /** HTTP status, `_error.code`. */
  readonly status: number
  /** Error code, `_code`. Equals the status if the specification defines no code. */
  readonly code: number
  /** Message for developers, in English. */
  readonly message: string
  /** Message for end users. */
  readonly uiMessage: LocalizedText
}

export const PARTNER_ERRORS = {
  'invalid-credentials': {
    status: 401,
    code: 1418,
    message: 'Missing or invalid credentials. Send the e-mail and password of a portal user.',
    uiMessage: { 'pt-BR': 'E-mail ou senha incorretos.', en: 'Incorrect e-mail or password.' },
  },
  'user-not-activated': {
    status: 401,
    code: 24,
    message:
      'This portal user has not been activated. Verify the e-mail address by opening the activation link that was sent to it.',
    uiMessage: {
      'pt-BR': 'Seu usuário ainda não foi ativado. Verifique seu e-mail e clique no link de ativação que enviamos.',
      en: 'Your user has not been activated yet. Verify your e-mail by opening the activation link we sent you.',
    },
  },
  unauthenticated: {
    status: 401,
    code: 9,
    message:
      'Missing or invalid credentials. Send the header "Authorization: Bearer <token>" with a token from POST /tokens.',
    uiMessage: {
      'pt-BR': 'Sua sessão expirou ou é inválida. Entre novamente.',
      en: 'Your session has expired or is invalid. Sign in again.',
    },
  },
  forbidden: {
    status: 403,
    code: 666,
    message: 'This token does not have permission to access this resource.',
    uiMessage: {
      'pt-BR': 'Você não tem permissão para realizar esta operação.',
      en: 'You do not have permission to do this.',
    },
  },
  'account-not-found': {
    status: 404,
    code: 56,
    message: "Account not found. None of this partner's accounts has this id, CNPJ or CPF.",
    uiMessage: { 'pt-BR': 'Conta não encontrada.', en: 'Account not found.' },
  },
  'invalid-account-identifier': {
    status: 422,
    code: 113,
    message:
      'Invalid account_id. It must be an account id (24 hexadecimal characters), a CNPJ or a CPF, without punctuation.',
    uiMessage: {
      'pt-BR': 'Identificador inválido. Informe o ID da conta, um CNPJ ou um CPF, sem pontuação.',
      en: 'Invalid identifier. Enter an account id, a CNPJ or a CPF, without punctuation.',
    },
  },
  'administrator-email-taken': {
    status: 422,
    code: 88,
    message: "Value not unique: the administrator's e-mail is already registered.",
    uiMessage: { 'pt-BR': 'Este e-mail já está cadastrado.', en: 'This e-mail is already registered.' },
  },
  'idempotent-request-in-flight': {
    status: 409,
    code: 409,
    message:
      'A request with this Idempotency-Key is still in progress. Retry after the number of seconds in the Retry-After header.',
    uiMessage: {
      'pt-BR': 'Esta operação já está em andamento. Tente novamente em instantes.',
      en: 'This operation is already in progress. Try again shortly.',
    },
  },
  'too-many-sign-ins': {
    status: 429,
    code: 429,
    message: 'Too many failed sign-ins. Retry after the number of seconds in the Retry-After header.',
    uiMessage: {
      'pt-BR': 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.',
      en: 'Too many sign-in attempts. Wait a few minutes and try again.',
    },
  },
  'invalid-json': {
    status: 422,
    code: 1405,
    message: 'The request body is not valid JSON.',
    uiMessage: { 'pt-BR': 'A requisição não contém um JSON válido.', en: 'The request is not valid JSON.' },
  },
  'rate-limited': {
    status: 429,
    code: 429,
    message: 'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
    uiMessage: {
      'pt-BR': 'Muitas requisições. Aguarde um momento e tente novamente.',
      en: 'Too many requests. Try again shortly.',
    },
  },
  'bad-request': {
    status: 400,
    code: 400,
    message: 'The request is malformed.',
    uiMessage: { 'pt-BR': 'Requisição inválida.', en: 'Invalid request.' },
  },
  'route-not-found': {
    status: 404,
    code: 404,
    message: 'Unrecognized request URL. Check the path.',
    uiMessage: { 'pt-BR': 'Página não encontrada.', en: 'Page not found.' },
  },
  'method-not-allowed': {
    status: 405,
    code: 405,
    message: 'This URL does not support this method. The Allow header lists the supported methods.',
    uiMessage: { 'pt-BR': 'Operação não permitida.', en: 'Operation not allowed.' },
  },
  'request-timeout': {
    status: 408,
    code: 408,
    message: 'Timed out waiting for the complete request.',
    uiMessage: {
      'pt-BR': 'A requisição demorou demais. Tente novamente.',
      en: 'The request took too long. Try again.',
    },
  },
  'body-too-large': {
    status: 413,
    code: 413,
    message: `The request body is larger than ${LIMITS.bodyBytes / 1024} KiB.`,
    uiMessage: { 'pt-BR': 'A requisição é muito grande.', en: 'The request is too large.' },
  },
  'header-too-large': {
    status: 431,
    code: 431,
    message: 'The request headers are too large.',
    uiMessage: { 'pt-BR': 'A requisição é muito grande.', en: 'The request is too large.' },
  },
  overloaded: {
    status: 503,
    code: 503,
    message: 'The service is overloaded. Retry after the number of seconds in the Retry-After header.',
    uiMessage: {
      'pt-BR': 'O serviço está ocupado. Tente novamente em instantes.',
      en: 'The service is busy. Try again shortly.',
    },
  },
  'storage-unavailable': {
    status: 503,
    code: 503,
    message: 'The service is temporarily unavailable. Retry after the number of seconds in the Retry-After header.',
    uiMessage: {
      'pt-BR': 'Serviço indisponível no momento. Tente novamente em instantes.',
      en: 'The service is temporarily unavailable. Try again shortly.',
    },
  },
  internal: {
    status: 500,
    code: 500,
    message: 'An internal error occurred.',
    uiMessage: {
      'pt-BR': 'Ocorreu um erro. Tente novamente em instantes.',
      en: 'Something went wrong. Try again shortly.',
    },
  },
} as const satisfies Record<string, ErrorRow>

export type PartnerErrorKind = keyof typeof PARTNER_ERRORS
