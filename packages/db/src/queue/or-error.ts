/** Returns the error that `read` throws, so that the other rows of a claim are still delivered. */
export function orError<T>(read: () => T): T | Error {
  try {
    return read()
  } catch (error) {
    return error as Error
  }
}
