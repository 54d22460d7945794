import { expect } from 'vitest'
import type { TestResponse } from './harness.ts'

/** The status and the whole body of an error response. */
export interface ExpectedError {
  status: number
  body: unknown
}

/** Returns the status and body of a response, to be compared with an expected error. */
export const outcome = ({ status, body }: TestResponse): ExpectedError => ({ status, body: body as unknown })

const expectedError = (status: number, code: number, message: string, uiMessage: string): ExpectedError => ({
  status,
  body: { _status: 'ERR', _code: code, _error: { code: status, message, ui_message: uiMessage } },
})

/** The errors of part 7. They are not imported from the catalogue, because partners' programs depend on each code and text. */
export const ERRORS = {
  invalidCredentials: expectedError(
    401,
    1418,
    'Missing or invalid credentials. Send the e-mail and password of a portal user.',
    'E-mail ou senha incorretos.',
  ),
  notActivated: expectedError(
    401,
    24,
    'This portal user has not been activated. Verify the e-mail address by opening the activation link that was sent to it.',
    'Seu usuário ainda não foi ativado. Verifique seu e-mail e clique no link de ativação que enviamos.',
  ),
  unauthenticated: expectedError(
    401,
    9,
    'Missing or invalid credentials. Send the header "Authorization: Bearer <token>" with a token from POST /tokens.',
    'Sua sessão expirou ou é inválida. Entre novamente.',
  ),
  forbidden: expectedError(
    403,
    666,
    'This token does not have permission to access this resource.',
    'Você não tem permissão para realizar esta operação.',
  ),
  accountNotFound: expectedError(
    404,
    56,
    "Account not found. None of this partner's accounts has this id, CNPJ or CPF.",
    'Conta não encontrada.',
  ),
  invalidIdentifier: expectedError(
    422,
    113,
    'Invalid account_id. It must be an account id (24 hexadecimal characters), a CNPJ or a CPF, without punctuation.',
    'Identificador inválido. Informe o ID da conta, um CNPJ ou um CPF, sem pontuação.',
  ),
  emailTaken: expectedError(
    422,
    88,
    "Value not unique: the administrator's e-mail is already registered.",
    'Este e-mail já está cadastrado.',
  ),
  invalidJson: expectedError(
    422,
    1405,
    expect.stringMatching(/^The request body is not valid JSON\. (It|Check) .+\.$/) as string,
    'A requisição não contém um JSON válido.',
  ),
  rateLimited: expectedError(
    429,
    429,
    'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
    'Muitas requisições. Aguarde um momento e tente novamente.',
  ),
  badRequest: expectedError(400, 400, 'The request is malformed.', 'Requisição inválida.'),
  routeNotFound: expectedError(404, 404, 'Unrecognized request URL. Check the path.', 'Página não encontrada.'),
  methodNotAllowed: expectedError(
    405,
    405,
    'This URL does not support this method. The Allow header lists the supported methods.',
    'Operação não permitida.',
  ),
  bodyTooLarge: expectedError(413, 413, 'The request body is larger than 64 KiB.', 'A requisição é muito grande.'),
  headerTooLarge: expectedError(431, 431, 'The request headers are too large.', 'A requisição é muito grande.'),
}

/** Returns the error for invalid fields, which has neither `_code` nor `ui_message` (part 7). */
export const invalidFields = (message: Record<string, string[]>): ExpectedError => ({
  status: 422,
  body: { _status: 'ERR', _error: { code: 422, message } },
})

/** Returns the same error with another `ui_message`. */
export function withUiMessage({ status, body }: ExpectedError, uiMessage: string): ExpectedError {
  const { _error, ...envelope } = body as { _error: object }
  return { status, body: { ...envelope, _error: { ..._error, ui_message: uiMessage } } }
}
