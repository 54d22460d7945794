import type { Answer } from './harness.ts'

/** What a refusal looks like from outside, whole. */
export interface Refusal {
  status: number
  body: unknown
}

/** Of an answer, what is compared with a refusal. */
export const outcome = ({ status, body }: Answer): Refusal => ({ status, body: body as unknown })

const refusal = (status: number, code: number, message: string, uiMessage: string): Refusal => ({
  status,
  body: { _status: 'ERR', _code: code, _error: { code: status, message, ui_message: uiMessage } },
})

/** Part 7, written out once more and not imported from the catalogue: partners' programs read these codes and words. */
export const REFUSALS = {
  invalidCredentials: refusal(
    401,
    1418,
    'Missing or invalid credentials: send the e-mail and password of a portal user.',
    'E-mail ou senha inválidos.',
  ),
  notActivated: refusal(
    401,
    24,
    'The portal user is not activated: verify the e-mail and follow its activation link.',
    'Usuário ainda não ativado. Verifique seu e-mail e siga o link de ativação.',
  ),
  unauthenticated: refusal(
    401,
    9,
    'Missing or invalid credentials: send "Authorization: Bearer <token>" with a token from POST /tokens.',
    'Sua sessão não é válida. Entre novamente.',
  ),
  forbidden: refusal(
    403,
    666,
    'The token has no permission for this resource.',
    'Você não tem permissão para esta operação.',
  ),
  accountNotFound: refusal(404, 56, 'No account within reach has that id, CNPJ or CPF.', 'Conta não encontrada.'),
  invalidIdentifier: refusal(
    422,
    113,
    'account_id must be 24 hexadecimal characters, a CNPJ or a CPF, without punctuation.',
    'Identificador inválido. Use o id da conta, um CNPJ ou um CPF, sem pontuação.',
  ),
  emailTaken: refusal(
    422,
    88,
    'Value not unique: the e-mail of the administrator is already registered.',
    'Este e-mail já está cadastrado.',
  ),
  invalidJson: refusal(422, 1405, 'The request body is not valid JSON.', 'A requisição não é um JSON válido.'),
  rateLimited: refusal(
    429,
    429,
    'Rate limit exceeded: wait for the seconds in Retry-After.',
    'Muitas requisições. Aguarde um momento e tente de novo.',
  ),
  badRequest: refusal(400, 400, 'The request cannot be understood.', 'Requisição inválida.'),
  routeNotFound: refusal(404, 404, 'There is nothing at this path.', 'Endereço não encontrado.'),
  methodNotAllowed: refusal(
    405,
    405,
    'This path does not take that method: see the Allow header.',
    'Operação não permitida neste endereço.',
  ),
  bodyTooLarge: refusal(413, 413, 'The request body is larger than 64 KiB.', 'A requisição é grande demais.'),
  headerTooLarge: refusal(431, 431, 'The request headers are too large.', 'A requisição é grande demais.'),
}

/** Invalid fields: neither `_code` nor `ui_message` (part 7). */
export const invalidFields = (message: Record<string, string[]>): Refusal => ({
  status: 422,
  body: { _status: 'ERR', _error: { code: 422, message } },
})

/** The same refusal in other words for the end user. */
export function inWords({ status, body }: Refusal, uiMessage: string): Refusal {
  const { _error, ...envelope } = body as { _error: object }
  return { status, body: { ...envelope, _error: { ..._error, ui_message: uiMessage } } }
}
