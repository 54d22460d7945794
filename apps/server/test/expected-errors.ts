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
    'Missing or invalid credentials: send the e-mail and password of a portal user.',
    'E-mail ou senha inválidos.',
  ),
  notActivated: expectedError(
    401,
    24,
    'The portal user is not activated: verify the e-mail and follow its activation link.',
    'Usuário ainda não ativado. Verifique seu e-mail e siga o link de ativação.',
  ),
  unauthenticated: expectedError(
    401,
    9,
    'Missing or invalid credentials: send "Authorization: Bearer <token>" with a token from POST /tokens.',
    'Sua sessão não é válida. Entre novamente.',
  ),
  forbidden: expectedError(
    403,
    666,
    'The token has no permission for this resource.',
    'Você não tem permissão para esta operação.',
  ),
  accountNotFound: expectedError(404, 56, 'No account within reach has that id, CNPJ or CPF.', 'Conta não encontrada.'),
  invalidIdentifier: expectedError(
    422,
    113,
    'account_id must be 24 hexadecimal characters, a CNPJ or a CPF, without punctuation.',
    'Identificador inválido. Use o id da conta, um CNPJ ou um CPF, sem pontuação.',
  ),
  emailTaken: expectedError(
    422,
    88,
    'Value not unique: the e-mail of the administrator is already registered.',
    'Este e-mail já está cadastrado.',
  ),
  invalidJson: expectedError(422, 1405, 'The request body is not valid JSON.', 'A requisição não é um JSON válido.'),
  rateLimited: expectedError(
    429,
    429,
    'Rate limit exceeded: wait for the seconds in Retry-After.',
    'Muitas requisições. Aguarde um momento e tente de novo.',
  ),
  badRequest: expectedError(400, 400, 'The request cannot be understood.', 'Requisição inválida.'),
  routeNotFound: expectedError(404, 404, 'There is nothing at this path.', 'Endereço não encontrado.'),
  methodNotAllowed: expectedError(
    405,
    405,
    'This path does not take that method: see the Allow header.',
    'Operação não permitida neste endereço.',
  ),
  bodyTooLarge: expectedError(413, 413, 'The request body is larger than 64 KiB.', 'A requisição é grande demais.'),
  headerTooLarge: expectedError(431, 431, 'The request headers are too large.', 'A requisição é grande demais.'),
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
