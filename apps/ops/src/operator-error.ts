/** An error that the operator can correct. Its message is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
