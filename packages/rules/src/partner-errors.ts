import { LIMITS } from '@partner-accounts/core/basics'
import type { LocalizedText } from './locale.ts'

/** How an error looks to clients (part 7). */
export interface ErrorRow {
  /** HTTP status, `_error.code`. */
  readonly status: number
  /** `_code`. Equals the status where the specification gives none. */
  readonly code: number
  /** For developers, in English. */
  readonly message: string
  /** For end users. */
  readonly uiMessage: LocalizedText
}

/** Every error with a `_code` that partners can receive. */
export const PARTNER_ERRORS = {
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
    message: 'A request with this Idempotency-Key is in progress: retry after the seconds in Retry-After.',
    uiMessage: {
      'pt-BR': 'Esta operação já está em andamento. Tente de novo em instantes.',
      en: 'This operation is already in progress. Try again shortly.',
    },
  },
  'too-many-sign-ins': {
    status: 429,
    code: 429,
    message: 'Too many failed sign-ins: wait for the seconds in Retry-After.',
    uiMessage: {
      'pt-BR': 'Muitas tentativas de entrar. Aguarde alguns minutos e tente de novo.',
      en: 'Too many attempts to sign in. Wait a few minutes and try again.',
    },
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
    message: 'Rate limit exceeded: wait for the seconds in Retry-After.',
    uiMessage: {
      'pt-BR': 'Muitas requisições. Aguarde um momento e tente de novo.',
      en: 'Too many requests. Wait and try again shortly.',
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
    message: `The request body is larger than ${LIMITS.bodyBytes / 1024} KiB.`,
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
    message: 'The service is overloaded: retry after the seconds in Retry-After.',
    uiMessage: { 'pt-BR': 'Serviço ocupado. Tente de novo em instantes.', en: 'Service busy. Try again shortly.' },
  },
  'storage-unavailable': {
    status: 503,
    code: 503,
    message: 'The service cannot reach its data: retry after the seconds in Retry-After.',
    uiMessage: {
      'pt-BR': 'Serviço indisponível. Tente de novo em instantes.',
      en: 'Service unavailable. Try again shortly.',
    },
  },
  internal: {
    status: 500,
    code: 500,
    message: 'Internal error.',
    uiMessage: { 'pt-BR': 'Erro interno. Tente de novo em instantes.', en: 'Internal error. Try again shortly.' },
  },
} as const satisfies Record<string, ErrorRow>

export type PartnerErrorKind = keyof typeof PARTNER_ERRORS
