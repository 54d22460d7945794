import { LIMITS, type LocalizedText, type PartnerErrorKind } from '@partner-accounts/rules'

/** What a client should do about each error. */
export const ERROR_ADVICE: Record<PartnerErrorKind, LocalizedText> = {
  'invalid-credentials': {
    'pt-BR': 'Corrija o e-mail ou a senha. Cada falha conta para o [limite de tentativas](#rate-limit).',
    en: 'Correct the e-mail or the password. Each failure counts towards the [limit of failures](#rate-limit).',
  },
  'user-not-activated': {
    'pt-BR': 'O usuário precisa seguir o link do e-mail de convite e escolher uma senha.',
    en: 'The user must follow the link in the invitation e-mail and choose a password.',
  },
  unauthenticated: {
    'pt-BR': 'O token falta, expirou ou terminou antes. Entre de novo e repita uma vez.',
    en: 'The token is missing, expired, or ended early. Sign in again and retry once.',
  },
  forbidden: {
    'pt-BR': 'O usuário não tem a [permissão](#tokens), ou o parceiro está suspenso. Fale com o operador.',
    en: 'The user lacks the [permission](#tokens), or the partner is suspended. Contact the operator.',
  },
  'account-not-found': {
    'pt-BR': 'Nenhuma das suas contas tem este id ou documento.',
    en: 'None of your accounts has this id or document.',
  },
  'invalid-account-identifier': {
    'pt-BR': 'Envie 24 caracteres hexadecimais, um CNPJ ou um CPF, sem pontuação.',
    en: 'Send 24 hexadecimal characters, a CNPJ or a CPF, without punctuation.',
  },
  'administrator-email-taken': {
    'pt-BR':
      'Outra conta tem um administrador com este e-mail. Use outro. Depois de uma resposta perdida, repita com a mesma [`Idempotency-Key`](#idempotency).',
    en: 'Another account has an administrator with this e-mail. Use another one. After a lost response, retry with the same [`Idempotency-Key`](#idempotency).',
  },
  'idempotent-request-in-flight': {
    'pt-BR': 'A primeira requisição com esta `Idempotency-Key` está em andamento. Repita depois de `Retry-After`.',
    en: 'The first request with this `Idempotency-Key` is in progress. Retry after `Retry-After`.',
  },
  'too-many-sign-ins': {
    'pt-BR': 'Muitas tentativas falharam. Espere os segundos de `Retry-After`.',
    en: 'Too many sign-ins failed. Wait for the seconds in `Retry-After`.',
  },
  'invalid-json': {
    'pt-BR': 'O corpo está vazio, não é JSON ou não é UTF-8. Corrija-o.',
    en: 'The body is empty, not JSON, or not UTF-8. Correct it.',
  },
  'rate-limited': {
    'pt-BR': 'Espere os segundos de `Retry-After` ([limite de requisições](#rate-limit)).',
    en: 'Wait for the seconds in `Retry-After` ([rate limit](#rate-limit)).',
  },
  'bad-request': {
    'pt-BR': 'A requisição não é HTTP válido, ou o caminho tem um escape inválido. Corrija o cliente.',
    en: 'The request is not valid HTTP, or its path has an invalid escape. Correct the client.',
  },
  'route-not-found': {
    'pt-BR': 'Não há nada neste caminho. Confira o endereço base; um `account_id` vazio também tem este efeito.',
    en: 'No endpoint has this path. Check the base address. An empty `account_id` has this result too.',
  },
  'method-not-allowed': {
    'pt-BR': 'O caminho tem outros métodos: veja o cabeçalho `Allow`.',
    en: 'The path has other methods: see the `Allow` header.',
  },
  'request-timeout': {
    'pt-BR': 'A requisição não chegou inteira a tempo. Repita.',
    en: 'The service did not receive the complete request in time. Retry.',
  },
  'body-too-large': { 'pt-BR': 'Envie no máximo 64 KiB.', en: 'Send at most 64 KiB.' },
  'header-too-large': { 'pt-BR': 'Envie menos cabeçalhos, ou mais curtos.', en: 'Send fewer or shorter headers.' },
  overloaded: {
    'pt-BR': 'Muitas entradas estão em verificação. Repita depois de `Retry-After`.',
    en: 'Too many sign-ins are being checked. Retry after `Retry-After`.',
  },
  'storage-unavailable': {
    'pt-BR': 'O banco de dados está indisponível. Repita depois de `Retry-After`.',
    en: 'The database is unavailable. Retry after `Retry-After`.',
  },
  internal: {
    'pt-BR': 'Um erro do serviço. Repita; se continuar, envie ao suporte o `X-Request-Id`.',
    en: 'An error of the service. Retry; if it persists, send support the `X-Request-Id`.',
  },
}

const MAX_KEY_LENGTH = LIMITS.idempotencyKey.maxLength

export const FIELD_ADVICE: LocalizedText = {
  'pt-BR': `Corrija os campos que \`_error.message\` lista, todos de uma vez. \`Idempotency-Key\` também aparece como campo: quando não tem de 1 a ${MAX_KEY_LENGTH} caracteres, ou quando já foi usada com outro corpo.`,
  en: `Correct the fields that \`_error.message\` lists, all of them at a time. \`Idempotency-Key\` appears as a field too: if it does not have 1 to ${MAX_KEY_LENGTH} characters, or was used before with another body.`,
}
