export class Rejection extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(body)
    this.status = status
    this.body = body
  }
}

const coded = (status: number, code: number, message: string) =>
  new Rejection(
    status,
    JSON.stringify({ _status: 'ERR', _code: code, _error: { code: status, message, ui_message: message } }),
  )

export const rejection = {
  unauthenticated: () => coded(401, 9, 'Missing or invalid credentials.'),
  invalidCredentials: () => coded(401, 1418, 'Missing or invalid credentials.'),
  notActivated: () => coded(401, 24, 'The user has not been activated.'),
  forbidden: () => coded(403, 666, 'No permission.'),
  notFound: () => coded(404, 404, 'Unrecognized request URL. Check the path.'),
  accountNotFound: () => coded(404, 56, 'Account not found.'),
  invalidIdentifier: () => coded(422, 113, 'Invalid identifier.'),
  invalidJson: () => coded(422, 1405, 'The request body is not valid JSON.'),
  emailTaken: () => coded(422, 88, 'The e-mail is already registered.'),
  bodyTooLarge: () => coded(413, 413, 'The request body is larger than 64 KiB.'),
  rateLimited: () => coded(429, 429, 'Rate limit exceeded.'),
  internal: () => coded(500, 500, 'An internal error occurred.'),
  fields: (names: readonly string[]) =>
    new Rejection(
      422,
      JSON.stringify({
        _status: 'ERR',
        _error: { code: 422, message: Object.fromEntries(names.map((name) => [name, ['Invalid.']])) },
      }),
    ),
}
