/** An error response with the code of part 7. */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}
